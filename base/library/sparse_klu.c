/* KLU: block triangular form, and sparse elimination with partial pivoting of each block, one column after the other.
 */
#include <stdlib.h>
#include <suitesparse/klu.h>

#include "base/library/sparse.h"
#include "base/library/sparse_open.h"

static struct {
    __typeof__(&klu_l_defaults) defaults;
    __typeof__(&klu_l_analyze) analyze;
    __typeof__(&klu_l_factor) factor;
    __typeof__(&klu_l_solve) solve;
    __typeof__(&klu_l_tsolve) tsolve;
    __typeof__(&klu_l_free_symbolic) free_symbolic;
    __typeof__(&klu_l_free_numeric) free_numeric;
} klu;

static struct sparse_file library = {
    .name = "KLU",
    .file = SPARSE_FILE("klu", KLU_MAIN_VERSION),
    .functions = {{"klu_l_defaults", &klu.defaults},
                  {"klu_l_analyze", &klu.analyze},
                  {"klu_l_factor", &klu.factor},
                  {"klu_l_solve", &klu.solve},
                  {"klu_l_tsolve", &klu.tsolve},
                  {"klu_l_free_symbolic", &klu.free_symbolic},
                  {"klu_l_free_numeric", &klu.free_numeric}},
};

struct factors {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
};

static enum status ready(void)
{
    return sparse_open(&library);
}

static void *factors_free(void *factors)
{
    struct factors *const f = factors;
    if (!f) return NULL;
    klu.free_numeric(&f->numeric, &f->common);
    klu.free_symbolic(&f->symbolic, &f->common);
    free(f);
    return NULL;
}

static enum status status_of(const struct factors *f)
{
    if (f->common.status >= 0) return ST_OK;
    if (f->common.status == KLU_OUT_OF_MEMORY) return fail(ST_NOMEM, "KLU: not enough memory for the factors");
    return fail(ST_FAILED, "KLU: error %d", (int)f->common.status);
}

static enum status make(struct factors *f, const struct sparse_columns *a, int64_t *info)
{
    klu.defaults(&f->common);
    f->symbolic = klu.analyze(a->n, a->start, a->row, &f->common);
    if (f->symbolic) f->numeric = klu.factor(a->start, a->row, a->value, f->symbolic, &f->common);
    TRY(status_of(f));
    if (f->common.status == KLU_SINGULAR)
        *info = 1 + (f->common.singular_col < a->n ? f->common.singular_col : a->n - 1);
    return ST_OK;
}

static enum status factor(void **factors, const struct sparse_columns *a, int64_t *info)
{
    *factors = NULL;
    *info = 0;
    TRY(ready());
    struct factors *const f = calloc(1, sizeof *f);
    if (!f) return fail(ST_NOMEM, "KLU: not enough memory");
    const enum status s = make(f, a, info);
    *factors = s == ST_OK && !*info ? f : factors_free(f);
    return s;
}

static enum status solve(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    klu.solve(f->symbolic, f->numeric, a->n, 1, x, &f->common);
    return status_of(f);
}

static enum status solve_transposed(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    klu.tsolve(f->symbolic, f->numeric, a->n, 1, x, &f->common);
    return status_of(f);
}

const struct sparse_library sparse_klu = {ready, factor, solve, solve_transposed, factors_free};
