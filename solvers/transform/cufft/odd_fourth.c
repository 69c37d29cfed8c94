/* Transforms of type 4 of an odd number n of values as one complex transform of n.
 *
 * y_k = 2 sum x_j cos(2 pi m p / 8n) with m = 2j + 1 and p = 2k + 1. As a function of odd m modulo 8n, the cosine for
 * odd p is even, and changes its sign from m to m + 4n. Of m, -m, m + 4n and 4n - m exactly one is n modulo 8, and the
 * same holds for p. With m = n + 8t and p = n + 8u
 *
 *     m p / 8n = n/8 + t + u + 8 t u / n
 *
 * so y is, but for signs and order, the transform of n values at frequency 8u, turned by n/8. */
#include "solvers/transform/cufft/couplings.h"

struct folded {
    int64_t j;
    int sign;
};

/* The value x_j, or -x_j, that an odd index m stands for. */
static struct folded fold(int64_t m, int64_t n)
{
    m %= 8 * n;
    if (m > 4 * n) m = 8 * n - m;
    return m < 2 * n ? (struct folded){(m - 1) / 2, 1} : (struct folded){(4 * n - m - 1) / 2, -1};
}

/* Sines are cosines of the line in reverse, with signs that alternate. */
int64_t odd_fourth_row(int64_t n, bool sines, int64_t t, real *sign)
{
    const struct folded f = fold(n + 8 * t, n);
    *sign = (real)f.sign;
    return sines ? n - 1 - f.j : f.j;
}

static struct folded result_row(int64_t n, bool sines, int64_t u)
{
    struct folded f = fold(n + 8 * u, n);
    if (sines && f.j % 2) f.sign = -f.sign;
    return f;
}

/* The u of which 8u is f modulo n: 8 divides one of f, f + n, ... f + 7n. */
static int64_t eighth_of(int64_t f, int64_t n)
{
    while (f % 8) f += n;
    return f / 8;
}

struct coupling odd_fourth_coupling(int64_t n, bool sines, int64_t f)
{
    const int64_t u = eighth_of(f, n);
    const struct folded a = result_row(n, sines, u), b = result_row(n, sines, (n - u) % n);
    const struct unit_turn eighth = transform_turn(n % 8, 8);
    const real c = (real)eighth.cos, s = (real)eighth.sin;
    return (struct coupling){(int32_t)a.j,
                             f ? (int32_t)b.j : -1,
                             (int32_t)f,
                             f ? (int32_t)(n - f) : -1,
                             {{(real)a.sign * c, (real)a.sign * s}, {(real)b.sign * c, -(real)b.sign * s}}};
}
