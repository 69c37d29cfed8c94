/* UMFPACK: unsymmetric multifrontal elimination with pivoting for sparsity and size, by dense blocks; two steps of
 * refinement. */
#include <stdlib.h>
#include <string.h>
#include <suitesparse/umfpack.h>

#include "base/library/blas.h"
#include "base/library/sparse.h"
#include "base/library/sparse_open.h"

static struct {
    __typeof__(&umfpack_dl_symbolic) symbolic;
    __typeof__(&umfpack_dl_numeric) numeric;
    __typeof__(&umfpack_dl_solve) solve;
    __typeof__(&umfpack_dl_free_symbolic) free_symbolic;
    __typeof__(&umfpack_dl_free_numeric) free_numeric;
} umfpack;

static struct sparse_file library = {
    .name = "UMFPACK",
    .file = SPARSE_FILE("umfpack", UMFPACK_MAIN_VERSION),
    .functions = {{"umfpack_dl_symbolic", &umfpack.symbolic},
                  {"umfpack_dl_numeric", &umfpack.numeric},
                  {"umfpack_dl_solve", &umfpack.solve},
                  {"umfpack_dl_free_symbolic", &umfpack.free_symbolic},
                  {"umfpack_dl_free_numeric", &umfpack.free_numeric}},
};

static enum status ready(void)
{
    return sparse_open(&library);
}

static void *factors_free(void *factors)
{
    if (factors) umfpack.free_numeric(&factors);
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
    *factors = NULL;
    *info = 0;
    TRY(ready());
    int64_t status = umfpack.symbolic(a->n, a->n, a->start, a->row, a->value, &symbolic, NULL, NULL);
    blas_begin();
    if (status >= 0) status = umfpack.numeric(a->start, a->row, a->value, symbolic, factors, NULL, NULL);
    blas_end();
    umfpack.free_symbolic(&symbolic);
    *info = status == UMFPACK_WARNING_singular_matrix ? a->n : 0;
    if (status < 0 || *info) *factors = factors_free(*factors);
    return status_of(status);
}

static enum status refined(int64_t system, void *factors, const struct sparse_columns *a, double *x, double *solution)
{
    blas_begin();
    const int64_t status = umfpack.solve(system, a->start, a->row, a->value, solution, x, factors, NULL, NULL);
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

const struct sparse_library sparse_umfpack = {ready, factor, solve, solve_transposed, factors_free};
