/* Point charges from a table, laid onto the unknowns beside them so that none is lost. */
#pragma once
#include "apps/poisson/box.h"

/* density[unknowns], x fastest, gains charge over volume. The table has the columns x, y, z, as far as there are axes,
 * and charge. ST_CONFIG with its line for a point outside of the box. Sum of all charges into *total. */
enum status charges_add(const char *path, const struct box *b, double *density, double *total);
