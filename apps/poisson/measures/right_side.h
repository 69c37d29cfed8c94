/* The right side of the equation at all points, as it was given. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* out[points] := f of a step with charges, without the terms of faces, at each unknown of this rank, in the order of u;
 * 0 at nodes on faces that prescribe u, where the equation does not hold. */
enum status right_side_measure(struct instance *x, int64_t step, real *out);
