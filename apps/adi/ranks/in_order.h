/* Sums in the order of points; each rank continues the sum of the rank before. Their bits must not depend on the loop
 * that computes them. */
#pragma once
#include <math.h>

/* a b + c with one rounding where the processor can; otherwise compilers choose for each loop. */
static inline double in_order_add(double a, double b, double c)
{
#ifdef FP_FAST_FMA
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}
