/* Tridiagonal systems as a kind that is cut over ranks: their arrays, and which of them are refused. */
#include "solvers/tridiag/cut/cut.h"

static enum status accepts(const struct solver *solver, const struct shape *shape)
{
    const char *const method = solver->method;
    if (shape->tridiag.cyclic && shape->cut.scheme != CUT_TRANSPOSE)
        return fail(ST_REFUSED, "%s: cyclic systems that are cut over ranks need the scheme transpose", method);
    if (shape->tridiag.check || shape->tridiag.refine)
        return fail(ST_REFUSED, "%s: check and refine take systems that are not cut over ranks", method);
    if (shape->tridiag.apart)
        return fail(ST_REFUSED, "%s: right sides of systems that are cut over ranks lie in x", method);
    return ST_OK;
}

static int arrays(const struct shape *shape)
{
    (void)shape;
    return CUT_ARRAYS;
}

static void read(const struct system *system, const real *array[CUT_ARRAYS])
{
    array[0] = system->tridiag.lower, array[1] = system->tridiag.diag, array[2] = system->tridiag.upper;
}

static void put(const struct shape *shape, struct system *system, real *const array[CUT_ARRAYS], int64_t first)
{
    system->tridiag.lower = array[0], system->tridiag.diag = array[1], system->tridiag.upper = array[2];
    if (shape->tridiag.shifted) system->tridiag.shift += first;
}

const struct cut_kind cut_tridiag = {
    .scheme = {[CUT_TRANSPOSE] = &cut_transpose,
               [CUT_PIPELINED] = &cut_pipelined,
               [CUT_REDUCED] = &cut_reduced,
               [CUT_TRUNCATED] = &cut_truncated},
    .accepts = accepts,
    .arrays = arrays,
    .read = read,
    .put = put,
};
