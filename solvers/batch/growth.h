/* Growth of elements in elimination in order without pivoting, u_i = b_i - a_i h_{i-1}, h_i = c_i / u_i: the error of
 * row i is a few eps times
 *
 *     |a_i| |x_{i-1}| + (|a_i h_{i-1}| + |u_i|) |x_i| + |c_i| |x_{i+1}|
 *
 * (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition 2002, section 9.6), so that a pivot that
 * is not much larger than its row does no harm, however small others are. |u_i| <= |b_i| + |a_i h_{i-1}|: where all |h|
 * are below a bound, pivots are. A method adds up the squares of its h, one fused multiply-add a row, and notes
 * PIVOTS_GREW in info where the sum is above what the bound allows; only then are pivots computed again, and compared
 * with rows. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "solvers/batch/line.h"

/* About eps^(-1/3): a third of the digits. Dominant matrices have none above 2. */
#ifdef BANDSTAND_FLOAT
#define GROWTH_MAX 0x1p8
#else
#define GROWTH_MAX 0x1p17
#endif

/* Is some |h| of n rows perhaps above GROWTH_MAX, given the sum of their squares? Those below 1 do not count. */
static inline bool growth_suspected(real squares, int64_t n)
{
    return !((double)squares <= GROWTH_MAX * GROWTH_MAX + (double)n);
}

/* PIVOTS_GREW, or 0. */
static inline int64_t growth_noted(real squares, int64_t n)
{
    return growth_suspected(squares, n) ? PIVOTS_GREW : 0;
}

/* The sizes of the elements of a row, added up, and of its terms. */
struct growth_row {
    double elements, terms;
};

static inline EITHER_SPACE void growth_row_add(struct growth_row *r, real element, double x)
{
    r->elements += fabs((double)element), r->terms += fabs((double)element) * fabs(x);
}

/* Is a pivot, or one of two that make one, so much larger than its row, and times x_i than the terms of its row? NaN
 * is. */
static inline EITHER_SPACE bool growth_exceeds(double pivot, double x, struct growth_row r)
{
    return !(fabs(pivot) <= GROWTH_MAX * r.elements) && !(fabs(pivot) * fabs(x) <= GROWTH_MAX * r.terms);
}

/* Row i with the solution x. The first row of a system that is not cyclic has no a, the last no c. */
struct growth_row growth_row_of(struct line l, int64_t i, bool cyclic);

/* Is the pivot of one of the first `rows` rows, eliminated in order, so large? Of a cyclic system, all rows but the
 * last are; what they leave in the last one, and in its column, is looked at as well. Neither scaled rows nor scaled
 * columns change the answer.
 */
bool growth_harms(struct line l, int64_t rows, bool cyclic);
