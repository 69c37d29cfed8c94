/* Sums in the order of points, of which each rank continues that of the rank before: their bits must not depend on the
 * loop that a sum is taken in. */
#pragma once
#include <math.h>

/* a b + c in one rounding where the processor has it, as a compiler else chooses for each loop. */
static inline double in_order_add(double a, double b, double c)
{
#ifdef FP_FAST_FMA
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}
