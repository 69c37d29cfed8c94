/* Elimination from both ends without pivoting, by MKL's dtsvb: a peer to compare with, where MKL is installed.
 *
 * Intel, oneMKL Developer Reference for C, ?dtsvb. Stable if the matrix is diagonally dominant. It overwrites the
 * coefficients, so it gets copies. 10 flops a row. The row that it names when it fails counts from either end, so that
 * info comes from the pivots of elimination in order instead. */
#include "solvers/tridiag/library/mkl.h"

static const char routine[] = MKL_ROUTINE("dtsvb");

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    return mkl_accepts("mkl_dtsvb", routine, shape);
}

static int64_t solve_rows(int64_t n, struct tridiag_rows rows, real *workspace, struct team team, const void *options)
{
    mkl_solve_rows(routine, n, rows);
    return 0;
}

static const struct row_method method = {.flops = 10, .solve = solve_rows};

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = gather_workspace_bytes,
    .cost = gather_cost,
    .solve = gather_solve,
};

const struct solver tridiag_mkl_dtsvb = {
    .method = "mkl_dtsvb",
    .about = "MKL: elimination from both ends without pivoting",
    .source = "Intel oneMKL, dtsvb",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO,
    .variant = &method,
    .hooks = &hooks,
};
