/* Columns of the series of all runs, as one picture shows them. */
#pragma once
#include <stdbool.h>

#include "base/result/metrics.h"
#include "command/compare/result/result.h"

enum { WANTED_MAX = 64 };

/* The columns that are drawn, by name; and those that are left out for lack of space. */
struct wanted {
    int count, more;
    const char *name[WANTED_MAX]; /* borrowed */
};

/* The series of the reference, and of each run that looks different in some column. */
struct samples {
    int count, alike; /* drawn; left out because their lines would lie on the reference's */
    struct series *series;
    const struct stored_run **run;
};

/* The range of a column, and the scale that suits it best. */
struct range {
    double min, max;
    bool decades; /* positive, and spread over powers of ten */
    bool flat;    /* conserved: changes are only rounding */
};

/* The series of the first run that succeeded: over time, or along axes. Empty if it has neither. */
enum status samples_reference(struct series *s, const struct result *r, bool along);

/* Free with samples_free, also after a failure. */
enum status samples_load(struct samples *s, const struct result *r, bool along, const struct wanted *w);
void samples_free(struct samples *s);

/* Puts columns in the order in which they are drawn: extremes, totals, then probes as the configuration has them. */
void samples_order(struct series *s, const struct result *r);

/* The range of the values of a column; max < min: none is finite. */
struct range range_of(const struct column *y);
/* The range of both. */
struct range range_join(struct range a, struct range b);
