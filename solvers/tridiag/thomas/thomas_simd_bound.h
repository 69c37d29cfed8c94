/* Elimination in order that proves that its answers are good, in place of residuals: of systems whose h_i = c_i / u_i
 * are not above 1, as those of matrices that are diagonally dominant by rows, but for roundings.
 *
 * The computed u, h, y and x satisfy, with roundings of K eps / 2 at most in all, K = 10,
 *
 *     u_i + a_i h_{i-1} = b_i        u_i h_i = c_i        u_i y_i + a_i y_{i-1} = d_i        x_i + h_i x_{i+1} = y_i
 *
 * each relative to the sizes of its terms: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition
 * 2002, theorem 9.14 and its proof, in which nothing but these equations is used. Put together, row i misses d_i by
 *
 *     K eps / 2 (|d_i| + |a_i| (|x_{i-1}| + |h_{i-1}| |x_i|) + |u_i| |x_i| + |c_i| |x_{i+1}|)
 *
 * at most, where |u_i| <= |b_i| + |a_i h_{i-1}|, so that where all |h_i| <= H the backward error (check_system.h) is
 * not above (1 + 2 H) K eps / 2: for H <= 2 a tenth of BACKWARD_MAX. That h is what was computed, so nothing is assumed
 * of the matrix.
 *
 * It remains to see that nothing has left the range of numbers. A u that is zero or NaN makes y infinite or NaN, and y
 * stays so down to the last row, whatever the right side. A u that is infinite makes w = 1 / u zero, and the least |w|
 * shows it. |x_i| is at most the sum of the |y| from i on, each times powers of H: with H = 1 + 1/n below e n times the
 * largest |y|; and some |x_i| is at least a third of the largest |y|. So neither x overflows nor what is lost below the
 * least number counts, if the largest |y| is in the range given here, or the right side is 0. Continuants
 * (thomas_simd_block.h) say themselves whether they have left the range. All that is known before x is written. */
#pragma once
#include "solvers/batch/line.h"
#include "solvers/batch/simd_select.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

#ifdef BANDSTAND_FLOAT
#define BOUND_LEAST RC(0x1p-70)
#define BOUND_MOST RC(0x1p56)
#else
#define BOUND_LEAST RC(0x1p-700)
#define BOUND_MOST RC(0x1p900)
#endif

/* The least |w|, the largest |h| and |y| of the rows so far, and y of the last. */
struct bound {
    vec w, h, y, last;
};
enum { BOUND = 4 /* vectors */ };

INLINE struct bound bound_start(void)
{
    const vec none = vec_all(0);
    return (struct bound){vec_all(1), none, none, none};
}

/* c of the last row is 0, and h with it. */
INLINE void bound_add(struct bound *k, vec w, vec h, vec y)
{
    k->w = vec_smaller(k->w, w), k->h = vec_larger(k->h, h), k->y = vec_larger(k->y, y), k->last = y;
}

INLINE struct bound bound_load(const real *p)
{
    return (struct bound){vec_load(p), vec_load(p + LANES), vec_load(p + 2 * LANES), vec_load(p + 3 * LANES)};
}

INLINE void bound_store(real *p, const struct bound *k)
{
    vec_store(p, k->w), vec_store(p + LANES, k->h);
    vec_store(p + 2 * LANES, k->y), vec_store(p + 3 * LANES, k->last);
}

/* Is the bound proven of `count` systems from `first` on, in lanes from 0 on? Their right sides are in x still: where y
 * is 0, they are to be. Notes in info that they are solved if so. */
bool bound_holds(const struct batch *b, const struct bound *k, int64_t first, int count);

/* As thomas_simd_checked and thomas_simd_checked_lanes, to which systems fall back whose bound is not proven: those of
 * a tile, or a group, together. Neither backward errors nor conditions are found of the others. Needs info. */
void thomas_simd_bound(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                       int64_t *starts);
void thomas_simd_bound_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring);
