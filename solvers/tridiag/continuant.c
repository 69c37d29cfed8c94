/* Pivots as ratios of continuants: u_i = p_i / p_{i-1}, so that a row waits for one multiplication and addition of the
 * row before, and for no division:
 *
 *     p_i = b_i p_{i-1} - a_i c_{i-1} p_{i-2}      w_i = p_{i-1} / p_i
 *     h_i = -c_i w_i                 y_i = d_i w_i - (a_i w_i) y_{i-1}               x_i = y_i + h_i x_{i+1}
 *
 * The recurrence of the leading minors: J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 5, section 37;
 * as the diagonal of an LU decomposition: H. S. Stone, J. ACM 20, 1973. Each p_i has the relative errors of three
 * roundings, as a pivot has in elimination in order, and so it is as stable as that.
 *
 * What is left to fear are the ranges of numbers. A piece of rows starts with p_{i-1} = 1 and counts in units of the
 * pivot before it, a power of two. While all |p| are between LOW and HIGH, a product a_i c_{i-1} that is not
 * representable is too small to matter; and w_i and a_i w_i are to be normal numbers. A piece that is not so is
 * eliminated by pivots instead, as are the first row and what is left for no whole piece. */
#include "solvers/tridiag/continuant.h"

#include <string.h>
#include <tgmath.h>

#include "solvers/simd.h"

#ifdef BANDSTAND_FLOAT
enum { PIECE = 16 };
typedef uint32_t bits;
static const bits exponent = UINT32_C(0x7f800000), one = UINT32_C(0x3f800000);
static const real low = 0x1p-60f, high = 0x1p60f;
#else
enum { PIECE = 32 };
typedef uint64_t bits;
static const bits exponent = UINT64_C(0x7ff0000000000000), one = UINT64_C(0x3ff0000000000000);
static const real low = 0x1p-500, high = 0x1p500;
#endif
static const real least_normal = RC(1.0) / high / high;

/* x = binade(x) mantissa(x), 1 <= |mantissa(x)| < 2, if x is normal. */
static inline real binade(real x)
{
    bits u;
    memcpy(&u, &x, sizeof u);
    u &= exponent;
    memcpy(&x, &u, sizeof u);
    return x;
}

static inline real mantissa(real x)
{
    bits u;
    memcpy(&u, &x, sizeof u);
    u = (u & ~exponent) | one;
    memcpy(&x, &u, sizeof u);
    return x;
}

/* Continuants p[1 ... PIECE] of rows `from` >= 1 on, in units of `unit`, from p[0] = 1 and `before`, which precedes it.
 */
INLINE void continuants(struct line l, int64_t from, int64_t step, real unit, real before, real p[PIECE + 1])
{
    real b[PIECE], ac[PIECE];
#pragma omp simd
    for (int j = 0; j < PIECE; j++) {
        const int64_t at = (from + j) * step;
        b[j] = l.b[at] * unit;
        ac[j] = l.a[at] * unit * (l.c[at - step] * unit);
    }
    real last = p[0] = 1;
    for (int j = 0; j < PIECE; j++) {
        const real next = b[j] * last - ac[j] * before;
        before = last;
        p[j + 1] = last = next;
    }
}

static inline real least(real a, real b)
{
    return a < b ? a : b;
}

static inline real most(real a, real b)
{
    return a > b ? a : b;
}

/* A piece of rows from `from` >= 1 on; false, and nothing is changed but h of the row before, if it leaves the range.
 */
INLINE bool by_continuants(struct chain *k, int64_t from, int64_t step, int64_t x_step)
{
    const struct line l = k->line;
    const real unit = binade(k->inverse);
    real p[PIECE + 1], w[PIECE], g[PIECE], d[PIECE], low_p = 1, low_w = 1, high_p = 1;
    continuants(l, from, step, unit, mantissa(k->inverse), p);
    k->h[from - 1] = -l.c[(from - 1) * step] * k->inverse;
#pragma omp simd reduction(min : low_p, low_w) reduction(max : high_p)
    for (int j = 0; j < PIECE; j++) {
        const real a = l.a[(from + j) * step];
        w[j] = p[j] / p[j + 1] * unit;
        g[j] = -a * w[j];
        d[j] = l.x[(from + j) * x_step] * w[j];
        low_p = least(fabs(p[j + 1]), low_p);
        low_w = least(least(fabs(w[j]), a == 0 ? 1 : fabs(g[j])), low_w);
        high_p = most(most(fabs(p[j + 1]), fabs(g[j])), high_p);
    }
    if (!(low_p >= low && low_w >= least_normal && high_p <= high && isfinite(p[PIECE]))) return false;
#pragma omp simd
    for (int j = 1; j < PIECE; j++) k->h[from - 1 + j] = -l.c[(from - 1 + j) * step] * w[j - 1];
    real y = k->end;
    for (int j = 0; j < PIECE; j++) {
        y = g[j] * y + d[j];
        l.x[(from + j) * x_step] = y;
    }
    k->inverse = p[PIECE - 1] / p[PIECE] * unit;
    k->end = y;
    return true;
}

/* The same for each way that rows lie: in order, in reverse, and apart. */
static bool piece_eliminated(struct chain *k, int64_t from)
{
    const struct line *const l = &k->line;
    if (l->step == 1 && l->x_step == 1) return by_continuants(k, from, 1, 1);
    if (l->step == -1 && l->x_step == -1) return by_continuants(k, from, -1, -1);
    return by_continuants(k, from, l->step, l->x_step);
}

static void by_pivots(struct chain *k, int64_t from, int64_t to)
{
    const struct line l = k->line;
    for (int64_t i = from; i < to; i++) {
        real pivot = l.b[i * l.step], d = l.x[i * l.x_step];
        if (i > 0) {
            const real a = l.a[i * l.step];
            k->h[i - 1] = -l.c[(i - 1) * l.step] * k->inverse;
            pivot += a * k->h[i - 1];
            d -= a * k->end;
        }
        k->inverse = RC(1.0) / pivot;
        k->end = d / pivot;
        l.x[i * l.x_step] = k->end;
    }
}

void chain_eliminate(struct chain *k)
{
    const int64_t from = k->done, rest = k->line.n - from, to = from == 0 ? 1 : from + (rest < PIECE ? rest : PIECE);
    if (to - from < PIECE || !piece_eliminated(k, from)) by_pivots(k, from, to);
    k->done = to;
}

real chain_link(const struct chain *k)
{
    return -k->line.c[(k->line.n - 1) * k->line.step] * k->inverse;
}

void chain_turn(struct chain *k, real x)
{
    k->done = k->line.n - 1;
    k->end = k->line.x[k->done * k->line.x_step] = x;
}

void chain_substitute(struct chain *k)
{
    const struct line l = k->line;
    const int64_t to = k->done > PIECE ? k->done - PIECE : 0;
    real x = k->end;
    for (int64_t i = k->done - 1; i >= to; i--) {
        x = l.x[i * l.x_step] + k->h[i] * x;
        l.x[i * l.x_step] = x;
    }
    k->done = to, k->end = x;
}
