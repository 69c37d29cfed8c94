/* Sparse orthogonal factorization, by SPQR of SuiteSparse, in double: A' E = Q R by Householder reflections on dense
 * fronts, x = E R^-1 Q^T b.
 *
 * T. A. Davis, Algorithm 915: SuiteSparseQR, ACM Trans. Math. Softw. 38 (2011); what the paper on HBISA compares with.
 * Stable for any regular matrix, by norm. About twice the work of elimination, and more where much is filled in. The
 * library takes memory while it factors. */
#include "solvers/blocktri/sparse.h"

struct options {
    int64_t pin;
};

static const struct sparse_library *library_of(const struct options *o)
{
    (void)o;
    return &sparse_spqr;
}

static enum status accepts(const struct shape *shape, const void *options)
{
    const struct options *const o = options;
    return sparse_accepts("sparse_qr", shape, o->pin);
}

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    const struct options *const o = options;
    (void)exec;
    return sparse_work_bytes(shape, o->pin);
}

static void end(struct plan *p)
{
    struct sparse_kept *const kept = p->priv;
    kept->factors = library_of(p->options)->free(kept->factors);
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct options *const o = p->options;
    return sparse_factor(p, system, library_of(o), o->pin);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct options *const o = p->options;
    return sparse_solve(p, system, library_of(o), o->pin);
}

/* What is filled in is not known before: the entries of A, once. */
static struct cost cost(const struct shape *shape, const void *options)
{
    const double n = (double)shape->n, entries = (double)shape->entries;
    (void)options;
    return (struct cost){
        .flops = 8 * entries,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + 2 * n * (double)sizeof(real),
    };
}

static const struct option options[] = {PIN_ROW(struct options, pin), {.key = NULL}};

const struct solver blocktri_sparse_qr = {
    .method = "sparse_qr",
    .about = "sparse orthogonal factorization, by SPQR of SuiteSparse",
    .source = "Davis 2011",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = CAN_ANY_MATRIX | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct sparse_kept),
    .accepts = accepts,
    .work_bytes = work_bytes,
    .end = end,
    .factor = factor,
    .solve = solve,
    .cost = cost,
};
