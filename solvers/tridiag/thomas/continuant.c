/* Pivots as ratios of continuants: u_i = p_i / p_{i-1}, so that a row waits for one multiplication and addition of the
 * row before, and for no division:
 *
 *     p_i = b_i p_{i-1} - a_i c_{i-1} p_{i-2}      w_i = p_{i-1} / p_i
 *     h_i = c_i w_i                  y_i = d_i w_i - (a_i w_i) y_{i-1}               x_i = y_i - h_i x_{i+1}
 *
 * The recurrence of the leading minors: J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 5, section 37;
 * as the diagonal of an LU decomposition: H. S. Stone, J. ACM 20, 1973. Each p_i has the relative errors of three
 * roundings, as a pivot has in elimination in order, and so it is as stable as that.
 *
 * The remaining danger is the range of numbers. A block of rows starts with p_{i-1} = 1 and, where pivots are large
 * or small, counts in a unit like the pivot before it. While all |p| are between LOW and HIGH, every w is normal, and
 * products a_i c_{i-1} that underflow are too small to matter; products a_i w_i that do would matter only between
 * unknowns of extremely different size. Where p leaves that range, and where y overflows, the block is eliminated
 * once more, by pivots. */
#include "solvers/tridiag/thomas/continuant.h"

#include <string.h>
#include <tgmath.h>

#include "solvers/batch/info.h"
#include "solvers/batch/simd.h"

#ifdef BANDSTAND_FLOAT
enum { BLOCK = 16 };
typedef uint32_t bits;
static const bits exponent = UINT32_C(0x7f800000), one = UINT32_C(0x3f800000);
static const real low = 0x1p-48f, high = 0x1p48f, near = 0x1p2f, far = 0x1p30f;
#else
enum { BLOCK = 64 };
typedef uint64_t bits;
static const bits exponent = UINT64_C(0x7ff0000000000000), one = UINT64_C(0x3ff0000000000000);
static const real low = 0x1p-400, high = 0x1p400, near = 0x1p4, far = 0x1p220;
#endif

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

/* Rows `from` >= 1 to `to`, counted in `unit`, `before` being 1 / pivot of the row before in that unit. False, and the
 * right side is as it was, if they leave the range. */
INLINE bool by_continuants(struct chain *k, int64_t from, int64_t to, real unit, real before)
{
    const struct line l = k->line;
    real *restrict const h = k->h, *restrict const x = l.x;
    real w = k->inverse, y = k->end, p = 1, smallest = 1, largest = 1, squares = k->squares, right[BLOCK];
    for (int64_t i = from; i < to; i++) {
        const real a = l.a[i * l.stride], c = l.c[(i - 1) * l.stride], ac = a * unit * (c * unit);
        const real next = l.b[i * l.stride] * unit * p - ac * before;
        h[i - 1] = c * w;
        squares += h[i - 1] * h[i - 1];
        before = p, p = next;
        w = before / p * unit;
        const real d = x[i * l.x_stride], above = a * w * y;
        right[i - from] = d;
        y = d * w - above;
        x[i * l.x_stride] = y;
        smallest = fabs(p) < smallest ? fabs(p) : smallest;
        largest = fabs(p) > largest ? fabs(p) : largest;
    }
    if (smallest >= low && largest <= high && isfinite(p) && isfinite(y)) {
        k->inverse = w, k->end = y, k->squares = squares;
        return true;
    }
    for (int64_t i = from; i < to; i++) x[i * l.x_stride] = right[i - from];
    return false;
}

/* The unit is a power of two and changes no result; most systems need none, and without it there is less to compute. */
static bool piece_eliminated(struct chain *k, int64_t from, int64_t to)
{
    const real w = k->inverse;
    if (fabs(w) > RC(1.0) / near && fabs(w) < near) return by_continuants(k, from, to, 1, w);
    if (fabs(w) > RC(1.0) / far && fabs(w) < far) return by_continuants(k, from, to, binade(w), mantissa(w));
    return false;
}

static void by_pivots(struct chain *k, int64_t from, int64_t to)
{
    const struct line l = k->line;
    for (int64_t i = from; i < to; i++) {
        real pivot = l.b[i * l.stride], d = l.x[i * l.x_stride];
        if (i > 0) {
            const real a = l.a[i * l.stride];
            k->h[i - 1] = l.c[(i - 1) * l.stride] * k->inverse;
            k->squares += k->h[i - 1] * k->h[i - 1];
            pivot -= a * k->h[i - 1];
            d -= a * k->end;
        }
        k->inverse = pivot_reciprocal(pivot);
        k->end = d / pivot;
        l.x[i * l.x_stride] = k->end;
    }
}

void chain_eliminate(struct chain *k)
{
    const int64_t from = k->done, rest = k->line.n - from, to = from == 0 ? 1 : from + (rest < BLOCK ? rest : BLOCK);
    if (from == 0 || !piece_eliminated(k, from, to)) by_pivots(k, from, to);
    k->done = to;
}

real chain_link(const struct chain *k)
{
    return k->line.c[(k->line.n - 1) * k->line.stride] * k->inverse;
}

void chain_turn(struct chain *k, real x)
{
    k->done = k->line.n - 1;
    k->end = k->line.x[k->done * k->line.x_stride] = x;
}

void chain_substitute(struct chain *k)
{
    const struct line l = k->line;
    const int64_t to = k->done > BLOCK ? k->done - BLOCK : 0;
    real x = k->end;
    for (int64_t i = k->done - 1; i >= to; i--) {
        x = l.x[i * l.x_stride] - k->h[i] * x;
        l.x[i * l.x_stride] = x;
    }
    k->done = to, k->end = x;
}
