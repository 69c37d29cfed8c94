/* Elimination of one system from both ends (twisted.c), for methods that judge its answer themselves. */
#pragma once
#include "solvers/batch/line.h"

/* Bytes of workspace for n rows, aligned to 64. */
int64_t twisted_bytes(int64_t n);

/* Solves in place, by the calling thread. Shifts are not added. x may be wrong, or not finite, unless the matrix is
 * dominant. */
void twisted_line(struct line l, void *workspace);
