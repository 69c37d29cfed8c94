/* Small systems on which careless methods give wrong answers: many are singular, many leave the range of numbers within
 * a few rows, and some are dominant, but at an end of the range. */
#pragma once
#include <stdbool.h>

#include "solvers/solver.h"

enum { SMALL_KINDS = 11, SMALL_ROWS = 40 };

/* "0, 1, -1 and 1e+-150" */
const char *small_kind_name(int kind);

/* Is no rounding between a singular matrix of the kind and a zero pivot? */
bool small_kind_exact(int kind);

/* `count` systems of n rows, one after the other; their right sides, and those of them that are exactly singular. */
struct small_systems {
    int64_t n, count;
    real *a, *b, *c, *d; /* [count n] */
    bool *singular;      /* [count]: the determinant is 0, by 460 digits of it */
    bool *solvable;      /* [count]: partial pivoting in long double finds an x that is good after rounding; false
                            where diagonals are no larger than sums of rows or columns: a matrix that is not singular is
                            singular up to rounding */
};

/* Memory for up to that many of SMALL_ROWS rows. ST_NOMEM; to be freed whatever is returned. */
enum status small_systems_make(struct small_systems *s, int64_t count);
void small_systems_free(struct small_systems *s);

/* The same for the same seed everywhere. */
void small_systems_draw(struct small_systems *s, int kind, int64_t n, uint64_t seed);

/* |d - A x| / (|A| |x| + |d|) of system k in the largest-element norm, in long double; infinite where x is not finite.
 * x is `step` from row to row. */
double small_systems_backward(const struct small_systems *s, int64_t k, const real *x, int64_t stride);
