/* Sparse Gaussian elimination with pivoting, by SuiteSparse, in double: A' = L U with rows and columns in an order that
 * keeps the factors sparse. KLU orders by minimum degree and eliminates column by column; UMFPACK by dense fronts.
 *
 * T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM Trans. Math. Softw. 37 (2010); T. A. Davis, Algorithm
 * 832: UMFPACK, ibid. 30 (2004). Stable for any regular matrix, by norm: probabilities far below the largest have no
 * digits. Flops and memory depend on what is filled in. The library takes memory while it factors. */
#include "solvers/blocktri/sparse.h"

struct options {
    int64_t pin;
    int library;
};

static const char *const library_words[] = {"klu", "umfpack", NULL};

static const struct sparse_library *library_of(const struct options *o)
{
    return o->library == 0 ? &sparse_klu : &sparse_umfpack;
}

static enum status accepts(const struct shape *shape, const void *options)
{
    const struct options *const o = options;
    return sparse_accepts("sparse_lu", shape, o->pin);
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
        .flops = 4 * entries,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + 2 * n * (double)sizeof(real),
    };
}

static const struct option options[] = {{.key = "library",
                                         .help = "which of SuiteSparse",
                                         .type = OPT_WORD,
                                         .offset = offsetof(struct options, library),
                                         .fallback = "klu",
                                         .words = library_words},
                                        PIN_ROW(struct options, pin),
                                        {.key = NULL}};

const struct solver blocktri_sparse_lu = {
    .method = "sparse_lu",
    .about = "sparse elimination with pivoting, by KLU or UMFPACK of SuiteSparse",
    .source = "Davis, Palamadai Natarajan 2010; Davis 2004",
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
