/* The flows through the faces of a box, and the energy of its solution. */
#pragma once
#include "apps/poisson/solution/instance.h"

extern const char *const face_names[3][2]; /* "x_lower", ... */

struct flux {
    double through[3][2]; /* integral of eps du/dn over each face, n outward: the inflow, less the charges that are
                           * laid onto the face itself; 0: a periodic axis */
    double energy;        /* half the integral of eps |grad u|^2 */
};

/* Sums them for the last solution. `between` is the energy between its points (measures/energy.h). Collective where
 * ranks share the problem, and agreed: ST_NOMEM. */
enum status flux_measure(const struct instance *x, double between, struct flux *out);

/* eps du/dx along one axis between unknowns i - 1 and i, 0 <= i <= unknowns; at both ends, the flux that the face
 * prescribes or lets through. `at` has the unknown's indices along the other axes; at[axis] is not used. */
double flux_across(const struct instance *x, int axis, int64_t i, const int64_t at[3]);
