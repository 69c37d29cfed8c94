/* Elimination in order of one system with little memory, to which methods for large systems fall back. */
#pragma once
#include "solvers/batch/line.h"

/* Values of workspace for n rows. */
int64_t thomas_checkpointed_values(int64_t n);

/* Solves with the operations of the method `thomas`, in the same order. Returns 0, or i + 1 of the first row whose
 * pivot is zero or not finite, or else whose x is not finite; or PIVOTS_GREW where x is finite, but thomas_grows. */
int64_t thomas_checkpointed_solve(struct line l, real *workspace);

/* Is a pivot of elimination in order zero, not finite, or more than 8 times as large as the diagonal of its row?
 * Dominant matrices have none above 2. Scaled rows or columns change nothing. */
bool thomas_grows(struct line l);
