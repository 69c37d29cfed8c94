/* The state of the scheme pipelined (cut.h), and its loops. With c'_{-1} and d'_{-1} of the rank before,
 *
 *     c'_i = c_i / (b_i - c'_{i-1} a_i)      d'_i = (d_i - d'_{i-1} a_i) / (b_i - c'_{i-1} a_i)
 *     x_i = d'_i - c'_i x_{i+1}
 *
 * each expression as in thomas/thomas.c; where the matrix was factored, multiplications by 1 / pivot as there. */
#pragma once
#include "solvers/tridiag/cut/cut_lines.h"
#include "solvers/tridiag/cut/cut_tile.h"

struct pipelined {
    int chunks;
    int64_t columns; /* matrices: 1 or batch */
    real *c, *pivot; /* [n][columns] c', 0 in the last row of a whole system; pivots, or 1 / pivot if reuse */
    real *before;    /* [columns] c' of the row before this rank's first */
    real *squares;   /* [columns] sums of the squares of c' on this rank */
    real *beside;    /* [the most systems of a chunk] d' or x of the row beside this rank's */
};

/* Of the systems, or of the one matrix, of a tile: c', pivots and squares. */
void pipelined_eliminate(const struct cut_lines *l, const struct system *system, const struct cut_tile *t);
/* d' in x, given d' of the row before in beside[count]. */
void pipelined_forward(const struct cut_lines *l, const struct system *system, const struct cut_tile *t,
                       const real *beside);
/* x, given that of the row behind in beside[count]. */
void pipelined_substitute(const struct cut_lines *l, real *x, const struct cut_tile *t, const real *beside);

/* info of this rank's rows, not NULL, as the method thomas has it; but where c' has grown and pivots are compared with
 * their rows, the term of x before this rank's first row is left out, and that behind its last. */
void pipelined_info(const struct cut_lines *l, const struct system *system);
