/* KLU: block triangular form, and sparse elimination with partial pivoting of each block, one column after the other.
 */
#include <stdlib.h>
#include <suitesparse/klu.h>

#include "base/library/sparse.h"

struct factors {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
};

enum status sparse_ready(void)
{
    return ST_OK;
}

static void *drop(void *factors)
{
    struct factors *const f = factors;
    if (!f) return NULL;
    klu_l_free_numeric(&f->numeric, &f->common);
    klu_l_free_symbolic(&f->symbolic, &f->common);
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
    klu_l_defaults(&f->common);
    f->symbolic = klu_l_analyze(a->n, a->start, a->row, &f->common);
    if (f->symbolic) f->numeric = klu_l_factor(a->start, a->row, a->value, f->symbolic, &f->common);
    TRY(status_of(f));
    if (f->common.status == KLU_SINGULAR)
        *info = 1 + (f->common.singular_col < a->n ? f->common.singular_col : a->n - 1);
    return ST_OK;
}

static enum status factor(void **factors, const struct sparse_columns *a, int64_t *info)
{
    struct factors *const f = calloc(1, sizeof *f);
    *factors = NULL;
    *info = 0;
    if (!f) return fail(ST_NOMEM, "KLU: not enough memory");
    const enum status s = make(f, a, info);
    *factors = s == ST_OK && !*info ? f : drop(f);
    return s;
}

static enum status solve(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    klu_l_solve(f->symbolic, f->numeric, a->n, 1, x, &f->common);
    return status_of(f);
}

static enum status solve_transposed(void *factors, const struct sparse_columns *a, double *x)
{
    struct factors *const f = factors;
    klu_l_tsolve(f->symbolic, f->numeric, a->n, 1, x, &f->common);
    return status_of(f);
}

const struct sparse_library sparse_klu = {factor, solve, solve_transposed, drop};
