/* Is elimination in order, without pivoting, as accurate for a system as with it? Known before anything is solved,
 * from one pass over the matrix and one over the right side.
 *
 *     |b_i| >= |a_i| + |c_i| for all i, or |b_i| >= |a_{i+1}| + |c_{i-1}| for all i
 *
 * The factors are then bounded by 3 |A|, and the backward error by a few eps: N. J. Higham, Accuracy and Stability of
 * Numerical Algorithms, 2nd edition 2002, theorem 9.12 and section 9.6. That says nothing of numbers that leave the
 * range, so diagonals and right sides have to be well within it. What a zero pivot leaves is not finite. */
#pragma once
#include <stdbool.h>

#include "solvers/batch/line.h"

enum { DOMINANCE_LANES = 64 / (int)sizeof(real) };

/* The largest |d| has to be as large as RIGHT_LEAST times the largest |b|, or 0: the largest |x| is then no less than a
 * third of it, and neither x nor a product is lost below the least number. It may not be above RIGHT_MOST: then x is
 * only not finite where the matrix is singular but for rounding. */
#ifdef BANDSTAND_FLOAT
#define DIAGONAL_LEAST RC(0x1p-40)
#define DIAGONAL_MOST RC(0x1p40)
#define RIGHT_LEAST RC(0x1p-70)
#define RIGHT_MOST RC(0x1p60)
#else
#define DIAGONAL_LEAST RC(0x1p-400)
#define DIAGONAL_MOST RC(0x1p400)
#define RIGHT_LEAST RC(0x1p-500)
#define RIGHT_MOST RC(0x1p400)
#endif

/* What rows have in common; each member in lanes, of one system or of as many neighbours. */
struct dominance {
    real factor; /* by which each |b_i| has to exceed the sum of its row; above 1 columns do not count */
    real by_rows[DOMINANCE_LANES], by_columns[DOMINANCE_LANES]; /* 1 as long as it holds, else 0 */
    real least[DOMINANCE_LANES], most[DOMINANCE_LANES];         /* |b| */
    real right[DOMINANCE_LANES], unsound[DOMINANCE_LANES];      /* |d|; 0, or NaN where a d is not finite */
};

struct dominance dominance_none(real factor);

/* Adds rows from ... to - 1 of a system; the matrix, or the right side, in lane 0. */
void dominance_add_matrix(struct dominance *d, const struct line *l, bool cyclic, int64_t from, int64_t to);
void dominance_add_right(struct dominance *d, const struct line *l, int64_t from, int64_t to);

/* The same of all rows of DOMINANCE_LANES neighbours, of which `l` is the first, a lane each: x of each lies beside
 * that of the one before, and so does the matrix, or `one` matrix serves all. shift: theirs, or NULL. */
void dominance_add_matrix_side(struct dominance *d, const struct line *l, bool cyclic, bool one, const real *shift);
void dominance_add_right_side(struct dominance *d, const struct line *l);

/* Adds lane 0 of another part of the system. */
void dominance_join(struct dominance *d, const struct dominance *part);

/* Of lane q. Columns say nothing of cyclic systems, whose ends are eliminated by themselves. */
bool dominance_of_matrix(const struct dominance *d, int q, bool cyclic);
bool dominance_of_right(const struct dominance *d, int q);
