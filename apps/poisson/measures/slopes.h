/* The gradient of a solution, row by row along x. */
#pragma once
#include "apps/poisson/instance.h"

/* Number of values of the workspace of slopes_row. */
static inline int64_t slopes_scratch(const struct instance *x)
{
    return 2 * (x->box.axis[0].points + 1);
}

/* out[points along x] := du/dx along axis d at the row of points with these indices along y and z. eps du/dx is taken
 * as linear between both sides of each volume, and beyond it up to the node on a Dirichlet face. At nodes on such faces
 * of another axis, which have no volume, it is the slope of the parabola through the node and the points on both sides,
 * or the two behind it at an end. scratch[slopes_scratch]. */
void slopes_row(const struct instance *x, int d, int64_t j, int64_t k, double *scratch, double *out);
