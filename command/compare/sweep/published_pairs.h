/* Published values, as a result file holds them, together with those that its runs measured at the same places. */
#pragma once
#include <stdbool.h>

#include "command/compare/result/result.h"
#include "command/compare/sweep/sweep.h"

enum { ALONG_MAX = 8 };

/* One group of /published. */
struct stored_published {
    char *quantity, *run, *precision, *source, *along; /* all but the first may be NULL */
    struct view view;                                  /* best_of, against: owned, or NULL */
    char *points;                                      /* names of the points of the values, one per line; or NULL */
    int64_t count, axes;                               /* of values; of the places */
    double *value, *at;                                /* NaN: "no", it was not solved */
};

/* One of its values, and that of one run. */
struct published_pair {
    const struct stored_published *of;
    const struct stored_run *run;
    const struct sweep *sweep; /* of its precision; NULL: a number of the whole run */
    int64_t point;             /* of the sweep; -1: the run has no such point */
    int64_t i;                 /* of of->value */
    double measured;           /* NaN: there is none */
    bool unsolved;             /* the run did not converge there */
};

typedef enum status published_visit(void *with, const struct published_pair *p);

/* Visits all values, group by group, each with all the runs that it belongs to. What a pair points to lives until
 * `each` returns. Ends with the first status of `each` that is not ST_OK; ST_NOMEM, or that of a file that cannot be
 * read. */
enum status published_pairs(const struct result *r, published_visit *each, void *with);

/* Visits the values of one run and of quantities that match a pattern of fnmatch. Answers of a sweep are read from the
 * file for each group and run: this reads fewer. */
enum status published_pairs_of(const struct result *r, const struct stored_run *run, const char *quantity,
                               published_visit *each, void *with);

/* Visits the values of runs that did not take place in this precision, such as those of a missing GPU: `run` is NULL.
 */
enum status published_alone(const struct result *r, const char *precision, published_visit *each, void *with);

/* The name of the point, `length` bytes that no zero ends; NULL and 0: it has none. */
const char *published_point(const struct published_pair *p, int *length);

/* The place of the point along an axis of the sweep, or NaN. */
double published_place(const struct published_pair *p, const char *axis);

/* Measured over published; NaN: one of them is not known, or was not solved. */
double published_ratio(const struct published_pair *p);
