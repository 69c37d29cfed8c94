/* Parallel cyclic reduction, complete or by some levels, for methods that begin or end with it. */
#pragma once
#include "solvers/tridiag/gather.h"

/* Rows from ... to - 1 of n, freed of their neighbours at distance k = 1, 2, 4, ...; out begins with row `from`. */
void pcr_level(int64_t n, struct const_rows in, int64_t k, int64_t from, int64_t to, struct tridiag_rows out);

/* Levels after which every row is decoupled. */
int pcr_depth(int64_t n);

/* Values of workspace of pcr_levels: each level reads one buffer and writes the other. */
static inline int64_t pcr_workspace_values(int64_t n)
{
    return 8 * padded_length(n);
}

/* Carries out that many levels, which leave 2^levels subsystems of every 2^levels-th row. Returns where the rows are,
 * in workspace, or `in` after no level. Returns when all ranks have finished. */
struct const_rows pcr_levels(int64_t n, struct const_rows in, int levels, real *workspace, struct team team);

/* n values of that workspace that are free when pcr_solve writes x: the buffer that the last level read. */
static inline real *pcr_spare(int64_t n, real *workspace)
{
    return workspace + pcr_depth(n) % 2 * 4 * padded_length(n);
}

/* All levels and the solution: x, which may be the place of d. */
void pcr_solve(int64_t n, struct const_rows in, real *x, real *workspace, struct team team);
