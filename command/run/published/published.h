/* Numbers of a paper, given in a configuration to be shown next to those of its runs. */
#pragma once
#include "apps/app.h"
#include "base/result/store.h"

struct workload;
struct job;

/* One group of the list `published`. */
struct published {
    char *quantity;      /* an answer, a metric, a column of the series, or one derived of them (quantity.h) */
    char *run;           /* label or method of the runs; NULL: all */
    char *precision;     /* NULL: each */
    char *source;        /* NULL: not given */
    char *along;         /* "systems,rows": axes whose values are in `at`; NULL: one value for each point, in order */
    struct reals at;     /* [values][axes] */
    struct texts points; /* or the names of the points that the values are of, in any order */
    char *best_of;       /* an axis, at whose best value the run is taken, or NULL */
    char *against;       /* label or method of the run that speed-ups are relative to; NULL: the first */
    struct reals value;  /* 0: none was published at this point; NaN: "no", it was not solved */
    char *units;         /* of older configurations, not used */
    bool found;          /* some run has the quantity */
    int tried;           /* runs that had ended */
    int64_t place;       /* in the configuration, counted from 0 */
};
extern const struct option published_table[];

/* Does it belong to this run? And its quantity, without the prefix of older configurations. */
bool published_is_of(const struct published *p, const struct job *j);
const char *published_quantity(const struct published *p);

/* Checks names and counts that are known before a run begins. Values of runs that --set replaced are not checked: they
 * are left out. */
enum status published_check(struct workload *w);
/* ST_CONFIG: group i belongs to a run with an axis of options and does not give the point, or it names an axis that no
 * run has. */
enum status published_check_axes(const struct workload *w, int64_t i);
/* Are the axes that `along` of group i names lists of options of its runs? */
bool published_along_options(const struct workload *w, int64_t i);
/* The number of points that a run takes; the run has begun. */
int64_t published_points(const struct sim *sim);
/* The number of values, of a run that has begun. */
enum status published_fits(const struct workload *w, int job, const struct sim *sim);
/* ST_CONFIG: the run has ended, and neither it nor a run before has a quantity of the name. Notes the quantities that
 * it has. */
enum status published_found(const struct workload *w, int job, const struct sim *sim);
/* Writes the names of the points of a run, one per line, as its attribute `points`; nothing where they have none. */
enum status published_record_points(const struct sim *sim, struct store *out, const char *group);
/* Writes them as groups of /published. */
enum status published_record(const struct workload *w, struct store *out);
