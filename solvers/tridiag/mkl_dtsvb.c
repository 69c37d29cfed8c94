/* Elimination from both ends without pivoting, by MKL's dtsvb: a peer to compare with, where MKL is installed.
 *
 * Intel, oneMKL Developer Reference for C, ?dtsvb. Stable if the matrix is diagonally dominant. It overwrites the
 * coefficients, so it gets copies. 10 flops a row. The row that it names when it fails counts from either end, so that
 * the pivots of elimination in order are asked instead. */
#include "solvers/tridiag/cost.h"
#include "solvers/tridiag/mkl.h"

static const char routine[] = MKL_ROUTINE("dtsvb");

static enum status accepts(const struct shape *shape, const void *options)
{
    (void)options;
    return mkl_accepts("mkl_dtsvb", routine, shape);
}

static int64_t solve_rows(int64_t n, struct rows rows, real *scratch, struct team team, const void *options)
{
    (void)scratch, (void)team, (void)options;
    mkl_solve_rows(routine, n, rows);
    return 0;
}

static const struct row_method method = {.solve = solve_rows};

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    return rows_work_bytes(shape, options, exec, &method);
}

static enum status solve(struct plan *p, const struct system *system)
{
    rows_solve(p, &system->tridiag, &method);
    return ST_OK;
}

static struct cost cost(const struct shape *shape, const void *options)
{
    (void)options;
    return cost_rows(shape, 10);
}

const struct solver tridiag_mkl_dtsvb = {
    .method = "mkl_dtsvb",
    .about = "MKL: elimination from both ends without pivoting",
    .source = "Intel oneMKL, dtsvb",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .accepts = accepts,
    .work_bytes = work_bytes,
    .solve = solve,
    .cost = cost,
};
