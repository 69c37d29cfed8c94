/* Point charges from a table, laid onto the unknowns beside them so that none is lost. */
#pragma once
#include "apps/poisson/box.h"

/* Adds charge over volume to density[unknowns], x fastest, and each charge to *total. The table has the columns x, y,
 * z, as far as there are axes, and charge. ST_CONFIG, with the line, for a point outside of the box. */
enum status charges_add(const char *path, const struct box *b, double *density, double *total);
