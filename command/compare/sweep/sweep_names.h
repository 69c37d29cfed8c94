/* Names of the points of runs along axes, as the matrices of a table. */
#pragma once
#include "base/config/options.h"
#include "command/compare/sweep/sweep.h"

struct sweep_names {
    int64_t count;
    char **name; /* [count], each of a point of the sweep; NULL: the points have no names */
};

/* Loads the names that the runs of a sweep have for its points; runs without names have those of `rows`, which may be
 * empty, if there are as many names as points, or a divisor of that number, with repetition along options. Free with
 * sweep_names_free, also after a failure. ST_NOMEM, or the status of a file that cannot be read. */
enum status sweep_names_load(struct sweep_names *n, const struct sweep *s, const struct result *r,
                             const struct texts *rows);
void sweep_names_free(struct sweep_names *n);
