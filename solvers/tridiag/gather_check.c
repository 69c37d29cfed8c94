/* Residuals row by row, a few together where rows are contiguous. */
#include "solvers/tridiag/gather_check.h"

#include <math.h>

#include "base/field/extremes.h"
#include "solvers/batch/growth.h"
#include "solvers/batch/simd_select.h"

/* As in growth.h; and roundings of numbers below the least normal one. */
#define TRUST ((real)GROWTH_MAX * REAL_EPS)
#define TINY (16 * REAL_MIN)

/* The residual of row i, and the sizes of its right side and of all terms but one. */
struct row_rest {
    double rest, size, row, right;
};

static struct row_rest row_rest(const struct gathered_answer *k, int64_t i)
{
    const struct line l = k->line;
    const double f = (double)l.x[i * l.x_stride], b = (double)(l.b[i * l.stride] + l.shift), here = b * (double)k->x[i];
    const double a = i > 0 ? (double)l.a[i * l.stride] : 0, left = i > 0 ? a * (double)k->x[i - 1] : 0;
    const double c = i < l.n - 1 ? (double)l.c[i * l.stride] : 0, behind = i < l.n - 1 ? c * (double)k->x[i + 1] : 0;
    return (struct row_rest){fabs(f - left - here - behind), fabs(f) + fabs(here) + fabs(left),
                             fabs(a) + fabs(b) + fabs(c), fabs(f)};
}

static bool misses(const struct gathered_answer *k, int64_t i)
{
    const struct row_rest r = row_rest(k, i);
    return !(r.rest - (double)TRUST * r.size <= (double)TINY);
}

/* Inner rows i ... i + LANES - 1; inf - inf is NaN, and misses. */
INLINE vec_bits vector_misses(const struct line *l, const real *x, int64_t i)
{
    const vec here = vec_load(l->b + i) * vec_load(x + i), left = vec_load(l->a + i) * vec_load(x + i - 1);
    const vec right = vec_load(l->x + i), rest = right - left - here - vec_load(l->c + i) * vec_load(x + i + 1);
    const vec size = vec_magnitude(right) + vec_magnitude(here) + vec_magnitude(left);
    return ~(vec_bits)(vec_magnitude(rest) - TRUST * size <= vec_all(TINY));
}

bool gathered_misses(const struct gathered_answer *k, int64_t from, int64_t to)
{
    const struct line l = k->line;
    const bool plain = l.stride == 1 && l.x_stride == 1 && l.shift == 0 && signbit(l.shift);
    bool any = false;
    vec_bits bits = {0};
    int64_t i = from;
    for (; i < to && (i == 0 || !plain); i++) any |= misses(k, i);
    for (; i + LANES <= to && i + LANES < l.n; i += LANES) bits |= vector_misses(&l, k->x, i);
    for (; i < to; i++) any |= misses(k, i);
    return any || vec_any(bits);
}

bool gathered_is_wrong(const struct gathered_answer *k)
{
    double largest = 0;
    for (int64_t i = 0; i < k->line.n; i++) largest = extremes_max(largest, fabs((double)k->x[i]));
    for (int64_t i = 0; i < k->line.n; i++) {
        const struct row_rest r = row_rest(k, i);
        if (!(r.rest - (double)TRUST * (r.row * largest + r.right) <= (double)TINY)) return true;
    }
    return false;
}
