/* The equations where coefficients vary along several axes, applied to a field in double. */
#pragma once
#include "apps/poisson/problem/coefficients.h"

/* out[unknowns along x] := -div(eps grad p) + q p at the unknowns j and k along y and z; p[points], which counts as 0
 * beyond faces that prescribe it or its outside, because their share is a part of the right side. zeros[points along x]
 */
void operator_row(const struct box *b, const double *p, int64_t j, int64_t k, const double *zeros, double *out);
