/* DCT4 and DST4 of an odd number of values as one complex transform: their couplings. The derivation is that of
 * solvers/transform/odd_fourth.h. */
#include "solvers/transform/odd_fourth.h"

#include "solvers/transform/couplings.h"

int64_t odd_fourth_row(int64_t n, bool sines, int64_t t, real *sign)
{
    const struct odd_fourth_value v = odd_fourth_argument(n, t, sines);
    *sign = (real)v.sign;
    return v.j;
}

struct coupling odd_fourth_coupling(int64_t n, bool sines, int64_t f)
{
    const int64_t u = odd_fourth_eighth(n, f);
    const struct odd_fourth_value a = odd_fourth_result(n, u, sines), b = odd_fourth_result(n, (n - u) % n, sines);
    const struct twiddle eighth = transform_twiddle(n % 8, 8);
    const real c = (real)eighth.cos, s = (real)eighth.sin;
    return (struct coupling){(int32_t)a.j,
                             f ? (int32_t)b.j : -1,
                             (int32_t)f,
                             f ? (int32_t)(n - f) : -1,
                             {{(real)a.sign * c, (real)a.sign * s}, {(real)b.sign * c, -(real)b.sign * s}}};
}
