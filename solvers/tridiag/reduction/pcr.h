/* Parallel cyclic reduction, for itself and for methods that begin or end with it. */
#pragma once
#include "solvers/tridiag/gather.h"

/* Rows from ... to - 1 of n, freed of their neighbours at distance k = 1, 2, 4, ...; out begins with row `from`. */
void pcr_level(int64_t n, struct const_rows in, int64_t k, int64_t from, int64_t to, struct tridiag_rows out);

/* Levels after which every row stands alone. */
int pcr_depth(int64_t n);

/* Values of scratch of pcr_levels: each level reads one buffer and writes the other. */
static inline int64_t pcr_scratch(int64_t n)
{
    return 8 * padded_length(n);
}

/* That many levels, to be followed by 2^levels systems of every 2^levels-th row. Returns where the rows are then, in
 * scratch, or `in` after no level. Left when all ranks have finished. */
struct const_rows pcr_levels(int64_t n, struct const_rows in, int levels, real *scratch, struct team team);

/* The whole of it: x, which may be the place of d. */
void pcr_solve(int64_t n, struct const_rows in, real *x, real *scratch, struct team team);
