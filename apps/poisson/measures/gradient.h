/* The gradient of a solution at all points. */
#pragma once
#include "apps/poisson/instance.h"

/* out[points] := du/dx along one axis at each point, in the order of u. ST_NOMEM. */
enum status gradient_measure(const struct instance *x, int axis, real *out);

/* The largest |grad u|, and the first row of points along x, and the first point in it, that has it. ST_NOMEM. */
enum status gradient_steepest(const struct instance *x, double *steepest, int64_t *point);
