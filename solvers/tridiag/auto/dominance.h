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

/* Bounds of each |b|; of each |d|, and of the largest of them unless it is 0. The largest |x| is no less than that over
 * 3 |b|, so neither x nor a product is lost below the least number; and x is only not finite where the matrix is
 * singular but for rounding. */
#ifdef BANDSTAND_FLOAT
#define DIAGONAL_LEAST RC(0x1p-30)
#define DIAGONAL_MOST RC(0x1p30)
#define RIGHT_LEAST RC(0x1p-70)
#define RIGHT_MOST RC(0x1p60)
#else
#define DIAGONAL_LEAST RC(0x1p-200)
#define DIAGONAL_MOST RC(0x1p200)
#define RIGHT_LEAST RC(0x1p-700)
#define RIGHT_MOST RC(0x1p400)
#endif

/* What holds for all rows that were added, or for one of them; each in lanes, of one system or of as many neighbours:
 * bits that are all set, or none. */
typedef real dominance_real __attribute__((vector_size(64)));
#ifdef BANDSTAND_FLOAT
typedef int32_t dominance_bits __attribute__((vector_size(64)));
#else
typedef int64_t dominance_bits __attribute__((vector_size(64)));
#endif

struct dominance {
    dominance_bits by_rows, by_columns, in_range; /* of all rows of the matrix */
    dominance_bits right_in_range;                /* of all right sides */
    dominance_bits right_large, right_there;      /* of one right side: above RIGHT_LEAST, not 0 */
};

void dominance_begin(struct dominance *d);

/* Adds rows from ... to - 1 of a system to lane 0: the matrix, or the right side. Each |b_i| has to be as large as the
 * sum of its row times `factor`; columns only count where that is 1. */
void dominance_add_matrix(struct dominance *d, const struct line *l, bool cyclic, real factor, int64_t from,
                          int64_t to);
void dominance_add_right(struct dominance *d, const struct line *l, int64_t from, int64_t to);

/* The same of all rows of DOMINANCE_LANES neighbours, of which `l` is the first, a lane each: x of each lies beside
 * that of the one before, and so does the matrix, or `one` matrix serves all. shift: theirs, or NULL. */
void dominance_add_matrix_side(struct dominance *d, const struct line *l, bool cyclic, real factor, bool one,
                               const real *shift);
void dominance_add_right_side(struct dominance *d, const struct line *l);

/* Adds what was found of other rows, or of the same systems. */
void dominance_join(struct dominance *d, const struct dominance *part);

/* What lane 0 says of the matrix becomes that of all lanes. */
void dominance_spread(struct dominance *d);

/* Of lane q. Columns say nothing of cyclic systems, whose ends are eliminated by themselves. */
bool dominance_of_matrix(const struct dominance *d, int q, bool cyclic);
bool dominance_of_right(const struct dominance *d, int q);
