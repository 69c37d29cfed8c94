/* UMFPACK: unsymmetric multifrontal elimination with pivoting for sparsity and size, by dense blocks; two steps of
 * refinement. */
#include <stdlib.h>
#include <string.h>
#include <suitesparse/umfpack.h>

#include "base/library/blas.h"
#include "base/library/sparse.h"

static void *drop(void *factors)
{
    if (factors) umfpack_dl_free_numeric(&factors);
    return NULL;
}

static enum status status_of(int64_t status)
{
    if (status >= 0) return ST_OK;
    if (status == UMFPACK_ERROR_out_of_memory) return fail(ST_NOMEM, "UMFPACK: not enough memory for the factors");
    return fail(ST_FAILED, "UMFPACK: error %lld", (long long)status);
}

static enum status factor(void **factors, const struct sparse_columns *a, int64_t *info)
{
    void *symbolic = NULL;
    int64_t status = umfpack_dl_symbolic(a->n, a->n, a->start, a->row, a->value, &symbolic, NULL, NULL);
    *factors = NULL;
    blas_begin();
    if (status >= 0) status = umfpack_dl_numeric(a->start, a->row, a->value, symbolic, factors, NULL, NULL);
    blas_end();
    umfpack_dl_free_symbolic(&symbolic);
    *info = status == UMFPACK_WARNING_singular_matrix ? a->n : 0;
    if (status < 0 || *info) *factors = drop(*factors);
    return status_of(status);
}

static enum status refined(int64_t system, void *factors, const struct sparse_columns *a, double *x, double *solution)
{
    blas_begin();
    const int64_t status = umfpack_dl_solve(system, a->start, a->row, a->value, solution, x, factors, NULL, NULL);
    blas_end();
    if (status >= 0) memcpy(x, solution, (size_t)a->n * sizeof *x);
    return status_of(status);
}

static enum status solve_either(int64_t system, void *factors, const struct sparse_columns *a, double *x)
{
    double *const solution = malloc((size_t)a->n * sizeof *solution);
    if (!solution) return fail(ST_NOMEM, "UMFPACK: not enough memory for a solution");
    const enum status s = refined(system, factors, a, x, solution);
    free(solution);
    return s;
}

static enum status solve(void *factors, const struct sparse_columns *a, double *x)
{
    return solve_either(UMFPACK_A, factors, a, x);
}

static enum status solve_transposed(void *factors, const struct sparse_columns *a, double *x)
{
    return solve_either(UMFPACK_At, factors, a, x);
}

const struct sparse_library sparse_umfpack = {factor, solve, solve_transposed, drop};
