/* SPQR: multifrontal QR, Householder reflections on dense blocks, through its interface for C. */
#include <stdlib.h>
#include <string.h>
#include <suitesparse/SuiteSparseQR_C.h>

#include "base/library/blas.h"
#include "base/library/sparse.h"
#include "base/library/sparse_open.h"

static struct {
    __typeof__(&cholmod_l_start) start;
    __typeof__(&cholmod_l_finish) finish;
    __typeof__(&cholmod_l_free_dense) free_dense;
    __typeof__(&SuiteSparseQR_C_factorize) factorize;
    __typeof__(&SuiteSparseQR_C_qmult) qmult;
    __typeof__(&SuiteSparseQR_C_solve) solve;
    __typeof__(&SuiteSparseQR_C_free) free;
} spqr;

/* dlsym finds the functions of CHOLMOD in the libraries that SPQR needs. */
static struct sparse_file library = {
    .name = "SPQR",
    .file = SPARSE_FILE("spqr", SPQR_MAIN_VERSION),
    .functions = {{"cholmod_l_start", &spqr.start},
                  {"cholmod_l_finish", &spqr.finish},
                  {"cholmod_l_free_dense", &spqr.free_dense},
                  {"SuiteSparseQR_C_factorize", &spqr.factorize},
                  {"SuiteSparseQR_C_qmult", &spqr.qmult},
                  {"SuiteSparseQR_C_solve", &spqr.solve},
                  {"SuiteSparseQR_C_free", &spqr.free}},
};

struct factors {
    cholmod_common common;
    SuiteSparseQR_C_factorization *qr;
};

static enum status ready(void)
{
    return sparse_open(&library);
}

static void *factors_free(void *factors)
{
    struct factors *const f = factors;
    if (!f) return NULL;
    spqr.free(&f->qr, &f->common);
    spqr.finish(&f->common);
    free(f);
    return NULL;
}

static enum status status_of(const struct factors *f)
{
    if (f->common.status >= 0) return ST_OK;
    if (f->common.status == CHOLMOD_OUT_OF_MEMORY) return fail(ST_NOMEM, "SPQR: not enough memory for the factors");
    return fail(ST_FAILED, "SPQR: error %d", f->common.status);
}

static cholmod_sparse view(const struct sparse_columns *a)
{
    return (cholmod_sparse){.nrow = (size_t)a->n,
                            .ncol = (size_t)a->n,
                            .nzmax = (size_t)a->start[a->n],
                            .p = a->start,
                            .i = a->row,
                            .x = a->value,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

/* No column counts as dependent for being small: rates of a chain may differ by any factor. */
static enum status make(struct factors *f, const struct sparse_columns *a, int64_t *info)
{
    cholmod_sparse matrix = view(a);
    if (!spqr.start(&f->common)) return fail(ST_FAILED, "SPQR: it does not start");
    f->common.print = 0;
    blas_begin();
    f->qr = spqr.factorize(SPQR_ORDERING_DEFAULT, SPQR_NO_TOL, &matrix, &f->common);
    blas_end();
    TRY(status_of(f));
    const int64_t rank = f->common.SPQR_istat[4];
    *info = rank < a->n ? a->n : 0;
    return ST_OK;
}

static enum status factor(void **factors, const struct sparse_columns *a, int64_t *info)
{
    *factors = NULL;
    *info = 0;
    TRY(ready());
    struct factors *const f = calloc(1, sizeof *f);
    if (!f) return fail(ST_NOMEM, "SPQR: not enough memory");
    const enum status s = make(f, a, info);
    *factors = s == ST_OK && !*info ? f : factors_free(f);
    return s;
}

static cholmod_dense vector(int64_t rows, double *x)
{
    const size_t n = (size_t)rows;
    return (cholmod_dense){
        .nrow = n, .ncol = 1, .nzmax = n, .d = n, .x = x, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
}

/* The two steps of a solve have been taken. */
static enum status finish(struct factors *f, cholmod_dense *between, cholmod_dense *solution, int64_t n, double *x)
{
    if (solution) memcpy(x, solution->x, (size_t)n * sizeof *x);
    spqr.free_dense(&between, &f->common);
    spqr.free_dense(&solution, &f->common);
    return status_of(f);
}

/* x = E R^-1 Q^T b */
static enum status solve(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    cholmod_dense right = vector(a->n, x), *solution = NULL;
    blas_begin();
    cholmod_dense *const turned = spqr.qmult(SPQR_QTX, f->qr, &right, &f->common);
    if (turned) solution = spqr.solve(SPQR_RETX_EQUALS_B, f->qr, turned, &f->common);
    blas_end();
    return finish(f, turned, solution, a->n, x);
}

/* x = Q R^-T E^T b */
static enum status solve_transposed(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    cholmod_dense right = vector(a->n, x), *solution = NULL;
    blas_begin();
    cholmod_dense *const between = spqr.solve(SPQR_RTX_EQUALS_ETB, f->qr, &right, &f->common);
    if (between) solution = spqr.qmult(SPQR_QX, f->qr, between, &f->common);
    blas_end();
    return finish(f, between, solution, a->n, x);
}

const struct sparse_library sparse_spqr = {ready, factor, solve, solve_transposed, factors_free};
