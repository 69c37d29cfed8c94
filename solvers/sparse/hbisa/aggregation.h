/* Corrects the mass of all levels of a stationary chain, exactly, by the chain of the levels.
 *
 * Lumped by levels, with x saying how each level is spread over its phases, the chain moves up from level j at the rate
 * up_j / mass_j and down at down_j / mass_j: it is a birth-death chain, whose masses w follow from w_j up_j / mass_j =
 * w_(j+1) down_(j+1) / mass_(j+1). So level j is to be multiplied by f_j with f_(j+1) = f_j up_j / down_(j+1), products
 * without a subtraction, kept as mantissa and exponent since they span thousands of decades. Aggregation and
 * disaggregation, R. Koury, D. McAllister, W. Stewart, SIAM J. Alg. Disc. Meth. 5 (1984) 164; H. Simon, A. Ando,
 * Econometrica 29 (1961) 111. The iteration, which smooths well within blocks and between neighbours, is left with
 * the errors it reduces fast. Componentwise stable. 7 flops and 4 values a row. */
#pragma once
#include "base/real.h"

#include <stdint.h>

struct aggregation {
    int64_t levels, phases;
    const real *rise, *fall;  /* [levels * phases] rate of each state to the level above, below */
    double *mass, *up, *down; /* [levels] of x; overwritten */
};

/* Multiplies each level of x, >= 0, so that all flows between levels balance and the sum of x is 1. Where a flow is 0,
 * in one direction or both (underflow, or a chain that is not irreducible), the two levels keep their proportion. The
 * same bits for any number of threads. */
void aggregation_apply(const struct aggregation *a, real *x, int threads);
