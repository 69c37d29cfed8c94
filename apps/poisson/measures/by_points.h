/* Measures of a solution where coefficients vary along several axes, point by point: energy.h and slopes.h have them by
 * rows. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* As energy_row and slopes_row. */
double energy_row_by_points(const struct instance *x, int64_t j, int64_t k);
void slopes_row_by_points(const struct instance *x, int d, int64_t j, int64_t k, double *out);
