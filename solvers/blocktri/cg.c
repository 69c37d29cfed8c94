/* The method of conjugate gradients, with a preconditioner M:
 *
 *     z = M^-1 r     p = z + (r.z / r'.z') p     alpha = r.z / p.A p     x += alpha p     r -= alpha A p
 *
 * M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, J. Res. Nat. Bur. Stand. 49
 * (1952), section 3; preconditioned, Y. Saad, Iterative methods for sparse linear systems, 2nd ed., 2003,
 * algorithm 9.1. For symmetric positive definite A and M, and for no others: there it ends in n iterations, without
 * rounding. Matrices of Markov chains are not symmetric, and then it ends with NOT_CONVERGED, sooner if p.A p <= 0
 * tells. An iteration: one product, 2 sums, 3 updates. */
#include <math.h>

#include "solvers/blocktri/krylov.h"
#include "solvers/blocktri/vectors.h"

enum { P, AP, Z, VECTORS };

static int64_t vectors(const struct krylov_options *o, int64_t n)
{
    (void)o, (void)n;
    return VECTORS;
}

static void run(struct krylov *k)
{
    const int threads = k->threads;
    real *const p = krylov_vector(k, P), *const q = krylov_vector(k, AP);
    const real *z = precondition_solve(&k->m, k->r, krylov_vector(k, Z));
    double rz = vector_dot(k->n, k->r, z, threads);
    vector_scale(k->n, 1, z, p, threads);
    for (;;) {
        pinned_multiply(&k->a, p, q);
        const double alpha = rz / vector_dot(k->n, p, q, threads);
        if (!(alpha > 0) || !isfinite((real)alpha)) return;
        vector_axpy(k->n, alpha, p, k->x, threads);
        vector_axpy(k->n, -alpha, q, k->r, threads);
        if (krylov_judge(k)) return;
        z = precondition_solve(&k->m, k->r, krylov_vector(k, Z));
        const double before = rz;
        rz = vector_dot(k->n, k->r, z, threads);
        vector_xpay(k->n, z, rz / before, p, threads);
    }
}

static const struct krylov_method method = {.name = "cg", .starts = 2, .vectors = vectors, .run = run};

static enum status accepts(const struct shape *shape, const void *options)
{
    return krylov_accepts(shape, options, &method);
}

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    (void)exec;
    return krylov_work_bytes(shape, options, &method);
}

static enum status factor(struct plan *p, const struct system *system)
{
    return krylov_factor(p, system, &method);
}

static enum status solve(struct plan *p, const struct system *system)
{
    return krylov_solve(p, system, &method);
}

static struct cost cost(const struct shape *shape, const void *options)
{
    (void)options;
    return krylov_cost(shape, 11);
}

static const struct option options[] = {KRYLOV_ROWS, {.key = NULL}};

const struct solver blocktri_cg = {
    .method = "cg",
    .about = "conjugate gradients: symmetric positive definite matrices only",
    .source = "Hestenes, Stiefel 1952, section 3",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .accepts = accepts,
    .work_bytes = work_bytes,
    .begin = krylov_begin,
    .end = krylov_end,
    .factor = factor,
    .solve = solve,
    .cost = cost,
};
