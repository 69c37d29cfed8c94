/* Solves for the wave that is constant along the transformed axes, where nothing fixes the level of u. */
#pragma once
#include "apps/poisson/axis.h"

/* line[unknowns]: in, the right side of -(eps u')' / eps = r, whose mean with weights eps volume is 0 but for rounding;
 * out, the u whose mean over the axis is `mean`. In double, whatever the precision of the run. */
void constant_mode_solve(const struct axis *a, double mean, double *line);
