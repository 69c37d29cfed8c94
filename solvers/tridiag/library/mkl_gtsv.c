/* Gaussian elimination with partial pivoting, by MKL's gtsv: a peer to compare with, where MKL is installed.
 *
 * Intel, oneMKL Developer Reference for C, ?gtsv. Stable for any regular matrix. It overwrites the coefficients, so it
 * gets copies. 10 flops a row without interchanges. */
#include "solvers/tridiag/library/mkl.h"

static const char routine[] = MKL_ROUTINE("gtsv");

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    return mkl_accepts("mkl_gtsv", routine, shape);
}

static int64_t solve_rows(int64_t n, struct tridiag_rows rows, real *workspace, struct team team, const void *options)
{
    return mkl_solve_rows(routine, n, rows);
}

static const struct row_method method = {.flops = 10, .solve = solve_rows};

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = gather_workspace_bytes,
    .cost = gather_cost,
    .solve = gather_solve,
};

const struct solver tridiag_mkl_gtsv = {
    .method = "mkl_gtsv",
    .about = "MKL: elimination with partial pivoting",
    .source = "Intel oneMKL, gtsv",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .variant = &method,
    .hooks = &hooks,
};
