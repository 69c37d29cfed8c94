/* Cyclic systems that bordering does not solve although they are regular: A', the matrix without its last row and
 * column, is singular, or so nearly that digits are lost between p and x_{m-1} q. For methods that solve any regular
 * matrix, on the host.
 *
 * |q| says which they may be before x overwrites the right sides: where no element of q is above BORDER_MAX, x_{m-1} q
 * is at most as many times x. The right sides of the others are kept, and those that bordering then does not solve are
 * solved again by elimination of the whole cyclic matrix with partial pivoting, in long double (auto/careful.h). */
#pragma once
#include "solvers/tridiag/cyclic/cyclic_ends.h"

struct cyclic_mend {
    char *doubtful; /* [systems of q], or NULL where nothing is mended */
    int64_t count;  /* systems of the batch that are doubtful */

    /* during a solve with such systems: */
    int64_t *system, *info; /* [count]; [batch], if the caller has none */
    real *right;            /* [count][n] */
};

/* Finds the doubtful systems, after the solve for q. */
void cyclic_mend_look(struct cyclic_mend *m, const struct cyclic_ends *b, const struct exec *exec);

/* Keeps their right sides, if there are any, and lends b an array for info. Without memory for them nothing is kept. */
void cyclic_mend_keep(struct cyclic_mend *m, struct cyclic_ends *b);

/* Solves those again that were kept and whose info is not good: it becomes SOLVED_BY_FALLBACK, INACCURATE, or the row
 * without a pivot; it stays as it is without memory for that. */
void cyclic_mend_finish(struct cyclic_mend *m, const struct cyclic_ends *b, const struct exec *exec);

/* Frees what was kept. */
void cyclic_mend_free(struct cyclic_mend *m);
