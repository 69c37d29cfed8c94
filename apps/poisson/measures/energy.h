/* The energy of a solution. */
#pragma once
#include "apps/poisson/instance.h"

/* Half the sum over all links of flux^2 / link by the area that each crosses, those between nodes on a face of another
 * axis too: half the integral of eps |grad u|^2, but for what a prescribed flux has beside a face of cells.
 * ST_NOMEM. */
enum status energy_between(const struct instance *x, double *out);
