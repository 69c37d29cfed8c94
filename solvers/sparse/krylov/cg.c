/* The method of conjugate gradients, with a preconditioner M:
 *
 *     z = M^-1 r     p = z + (r.z / r'.z') p     alpha = r.z / p.A p     x += alpha p     r -= alpha A p
 *
 * M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, J. Res. Nat. Bur. Stand. 49
 * (1952), section 3; preconditioned, Y. Saad, Iterative methods for sparse linear systems, 2nd ed., 2003,
 * algorithm 9.1. For symmetric positive definite A and M, and for no others: there it ends in n iterations, without
 * rounding. Matrices of Markov chains are not symmetric, and then it ends with NOT_CONVERGED, at once if p.A p <= 0. An
 * iteration: one product, 2 sums, 3 updates. */
#include <math.h>

#include "solvers/sparse/krylov/krylov.h"

enum { P, AP, Z, VECTORS };

static int64_t vectors(const struct krylov_options *o, int64_t n)
{
    return VECTORS;
}

static void run(struct krylov *k)
{
    const struct vectors *const v = &k->a.v;
    real *const p = krylov_vector(k, P), *const q = krylov_vector(k, AP);
    const real *z = preconditioner_solve(&k->m, k->r, krylov_vector(k, Z));
    double rz = vector_dot(v, k->r, z);
    vector_scale(v, 1, z, p);
    for (;;) {
        pinned_multiply(&k->a, p, q);
        const double alpha = rz / vector_dot(v, p, q);
        if (!(alpha > 0) || !isfinite((real)alpha)) return;
        vector_axpy(v, alpha, p, k->x);
        vector_axpy(v, -alpha, q, k->r);
        if (krylov_judge(k)) return;
        z = preconditioner_solve(&k->m, k->r, krylov_vector(k, Z));
        const double before = rz;
        rz = vector_dot(v, k->r, z);
        vector_xpay(v, z, rz / before, p);
    }
}

const struct krylov_method krylov_cg = {.starts = 2, .touched = 11, .vectors = vectors, .run = run};

static const struct option options[] = {KRYLOV_ROWS("thomas_simd"), {.key = NULL}};

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
    .variant = &krylov_cg,
    .hooks = &krylov_hooks,
};
