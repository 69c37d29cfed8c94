/* The samples of all runs of a result, as one picture shows them. */
#pragma once
#include <stdbool.h>

#include "base/result/metrics.h"
#include "command/compare/result.h"

/* The samples of the reference, and of each run that looks different in some column. */
struct samples {
    int count, alike; /* drawn; left out because their lines would lie on the reference's */
    struct series *series;
    const struct stored_run **run;
};

/* How a column is best seen. */
struct range {
    double min, max;
    bool decades; /* convergence: positive, and on average much below its largest value */
    bool flat;    /* conserved: what remains of a change is round-off */
};

/* Free with samples_free, also after a failure. */
enum status samples_load(struct samples *s, const struct result *r);
void samples_free(struct samples *s);

/* Puts columns in the order in which they are drawn. */
void samples_order(struct series *s, const struct result *r);

/* NULL: no column has that name. */
const struct column *column_of(const struct series *s, const char *name);

/* Of the column `name` in all of `count` series. */
struct range range_of(const struct series *series, int count, const char *name);
