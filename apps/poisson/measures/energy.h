/* The energy of a solution. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* Half the sum over all links of flux^2 / link times the area that the link crosses, links between nodes on a face of
 * another axis included: half the integral of eps |grad u|^2, without the share of a prescribed flux between a face of
 * cells and the points next to it, and without the exchange of a Robin face outside of the box. */
struct energy {
    const struct instance *x;
    double *across; /* [points along x] width, by eps where x is the tridiagonal axis: areas of links of other axes */
};

/* Borrows `x`. ST_NOMEM; on failure energy_free still cleans up. */
enum status energy_make(struct energy *e, const struct instance *x);
void energy_free(struct energy *e);

/* The energy of the links within the row of points with these indices along y and z, of those between it and the rows
 * before it, and of those after the last rows. */
double energy_row(const struct energy *e, int64_t j, int64_t k);
