/* Residuals in twice the working precision. Each product is split into its rounded value and its rounding error, by a
 * fused multiply-add, and the errors of sums are added up: T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot
 * product, SIAM J. Sci. Comput. 26, 2005, section 5. Products of floats are exact in double. Each operation has to be
 * rounded by itself: files that use this are compiled without contraction. */
#pragma once
#include "solvers/tridiag/check/check_system.h"

#ifdef BANDSTAND_FLOAT
static inline EITHER_SPACE real residual_of_row(struct check_row r)
{
    return (real)(r.right - r.a * r.before - r.b * r.here - r.c * r.behind);
}
#else
/* A number and what was rounded off. */
struct rounded {
    double value, rest;
};

static inline EITHER_SPACE double rounded_product(double a, double b)
{
#ifdef __CUDA_ARCH__
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

/* s - a b, with the rounding errors added to the rest; a, b and s may have any size: D. E. Knuth, The Art of Computer
 * Programming 2, section 4.2.2. */
static inline EITHER_SPACE struct rounded rounded_minus(struct rounded s, double a, double b)
{
    const double product = rounded_product(a, b), value = s.value - product, back = value - s.value;
    const double lost = (s.value - (value - back)) + (-product - back);
    const struct rounded out = {value, s.rest + (lost - fma(a, b, -product))};
    return out;
}

static inline EITHER_SPACE real residual_of_row(struct check_row r)
{
    struct rounded s = {r.right, 0};
    s = rounded_minus(s, r.b, r.here);
    s = rounded_minus(s, r.a, r.before);
    s = rounded_minus(s, r.c, r.behind);
    return s.value + s.rest;
}
#endif

/* Row i of d - A x0 into x, i = 0 ... n - 1; `x0`: another array than x, `stride` from row to row. */
static inline EITHER_SPACE void residual_rows(const struct check_system *k, const real *x0, int64_t stride)
{
    struct check_system from = *k;
    from.line.x = (real *)x0, from.line.x_stride = stride;
    for (int64_t i = 0; i < k->line.n; i++) k->line.x[i * k->line.x_stride] = residual_of_row(check_row_of(&from, i));
}

/* residual_rows as a function. */
#ifdef __cplusplus
extern "C"
#endif
    void
    residual_twice(const struct check_system *k, const real *x0, int64_t stride);
