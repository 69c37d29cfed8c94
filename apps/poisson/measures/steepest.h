/* The steepest gradient of a solution. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* The data that all rows share. */
struct steepest {
    const struct instance *x;
    double unit;             /* that gradients are multiplied by: 1, or another where their squares need it */
    double *share, *inverse; /* [unknowns along x] where a point is in its volume (slopes.h), 1 / eps */
};

/* Borrows `x`. ST_NOMEM; on failure steepest_free still cleans up. */
enum status steepest_make(struct steepest *s, const struct instance *x);
void steepest_free(struct steepest *s);

/* Number of values of the workspace of steepest_row. */
int64_t steepest_scratch(const struct instance *x);

/* The largest square of unit |grad u| in the row of points with these indices along y and z. scratch[steepest_scratch],
 * in whose first values the squares of all points of the row are left. */
double steepest_row(const struct steepest *s, int64_t j, int64_t k, double *scratch);

/* Does this largest square of all rows have too few digits, or none? If so, `unit` becomes one with which it has them.
 */
bool steepest_rescale(struct steepest *s, double largest);
