/* The gradient of a solution at all points. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* out[points] := the derivative of u along one axis (slopes.h) at each point of this rank, in the order of u. ST_NOMEM.
 */
enum status gradient_measure(const struct instance *x, int axis, real *out);
