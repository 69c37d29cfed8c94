/* The gradient of a solution, row by row along x. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* Number of values of the workspace of slopes_row. */
static inline int64_t slopes_scratch(const struct instance *x)
{
    return 2 * (x->box.axis[0].points + 1);
}

/* out[points along x] := du/dx along axis d at the row of points with these indices along y and z. eps du/dx is taken
 * as linear between both sides of each volume, and beyond it up to the node on a Dirichlet face. At nodes on such faces
 * of another axis, which have no volume, it is the slope of the parabola through the node and the points on both sides,
 * or the two next ones at an end. scratch[slopes_scratch]. */
void slopes_row(const struct instance *x, int d, int64_t j, int64_t k, double *scratch, double *out);

/* flux[unknowns along x + 1] := eps du/dx on the sides of the volumes of the row of unknowns that has these indices as
 * points, over the eps of the row unless links along x hold it. */
void slopes_flux(const struct instance *x, int64_t j, int64_t k, double *flux);

/* out[points along x] at the nodes on Dirichlet faces at the ends of such a row := du/dx along axis d; flux: of
 * slopes_flux. */
void slopes_ends(const struct instance *x, int d, int64_t j, int64_t k, const double *flux, double *out);

/* du/dx along axis d at a node on a Dirichlet face of another axis. */
double slopes_difference(const struct instance *x, int d, const int64_t point[3]);

/* The place of point first + i between the lower side (0) and the upper side (1) of volume `near`; outside of 0 ... 1
 * beyond. */
double slopes_share(const struct axis *a, int64_t i, int64_t near);
