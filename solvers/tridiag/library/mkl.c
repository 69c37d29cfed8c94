/* Calls MKL's tridiagonal routines on one system, and checks that they exist and can count the rows. */
#include "solvers/tridiag/library/mkl.h"

#include <math.h>

typedef void call(const int32_t *n, const int32_t *nrhs, real *dl, real *d, real *du, real *b, const int32_t *ldb,
                  int32_t *info);

enum status mkl_accepts(const char *method, const char *routine, const struct shape *shape)
{
    const enum status there = mkl_ready();
    if (there != ST_OK) return fail_within(there, "%s: ", method);
    if (!mkl_function(routine)) return fail(ST_DEVICE, "%s: MKL on this machine has no %s", method, routine);
    if (shape->n <= INT32_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: %lld rows exceed its 32-bit integers", method, (long long)shape->n);
}

int64_t mkl_solve_rows(const char *routine, int64_t n, struct tridiag_rows rows)
{
    const int32_t order = (int32_t)n, one = 1;
    int32_t info;
    call *solve;
    *(void **)&solve = mkl_function(routine);
    solve(&order, &one, rows.a + 1, rows.b, rows.c, rows.d, &order, &info);
    for (int64_t i = 0; info && i < n; i++)
        rows.d[i] = (real)NAN; /* the routine leaves the right side partly eliminated */
    return info;
}
