/* The method of biconjugate gradients, stabilized, with a preconditioner M from the right. With a shadow residual s
 * that stays what r was at the start:
 *
 *     p = r + beta (p - omega v)     v = A M^-1 p     alpha = s.r / s.v              x += alpha M^-1 p    r -= alpha v
 *                                    t = A M^-1 r     omega = t.r / t.t              x += omega M^-1 r    r -= omega t
 *                                                     beta = s.r / s.r' alpha / omega
 *
 * H. A. van der Vorst, Bi-CGSTAB, SIAM J. Sci. Stat. Comput. 13 (1992), section 2. For any regular matrix, but it may
 * break down: where s.r, s.v, t.t or omega vanish, it is started again with s = r. The residual does not fall
 * monotonically. Two iterations, as krylov.h counts: 2 products, 4 sums, 6 updates. */
#include <math.h>

#include "solvers/sparse/krylov/krylov.h"

enum { SHADOW, P, V, T, HAT, VECTORS };

static int64_t vectors(const struct krylov_options *o, int64_t n)
{
    return VECTORS;
}

static bool usable(double factor)
{
    return factor != 0 && isfinite((real)factor);
}

/* x += alpha M^-1 p, r -= alpha v. */
static bool move(struct krylov *k, double alpha, const real *hat, const real *v)
{
    vector_axpy(&k->a.v, alpha, hat, k->x);
    vector_axpy(&k->a.v, -alpha, v, k->r);
    return krylov_judge(k);
}

static void run(struct krylov *k)
{
    const struct vectors *const all = &k->a.v;
    real *const shadow = krylov_vector(k, SHADOW), *const p = krylov_vector(k, P), *const v = krylov_vector(k, V);
    real *const t = krylov_vector(k, T), *const scratch = krylov_vector(k, HAT);
    double rho = vector_dot(all, k->r, k->r);
    vector_scale(all, 1, k->r, shadow);
    vector_scale(all, 1, k->r, p);
    for (;;) {
        const real *hat = preconditioner_solve(&k->m, p, scratch);
        pinned_multiply(&k->a, hat, v);
        const double alpha = rho / vector_dot(all, shadow, v);
        if (!usable(alpha) || move(k, alpha, hat, v)) return;

        hat = preconditioner_solve(&k->m, k->r, scratch);
        pinned_multiply(&k->a, hat, t);
        const double omega = vector_dot(all, t, k->r) / vector_dot(all, t, t);
        if (!usable(omega) || move(k, omega, hat, t)) return;

        const double before = rho;
        rho = vector_dot(all, shadow, k->r);
        const double beta = rho / before * (alpha / omega);
        if (!usable(beta)) return;
        vector_axpy(all, -omega, v, p);
        vector_xpay(all, k->r, beta, p);
    }
}

const struct krylov_method krylov_bicgstab = {.starts = 20, .touched = 11, .vectors = vectors, .run = run};

static const struct option options[] = {KRYLOV_ROWS("thomas_simd"), {.key = NULL}};

const struct solver blocktri_bicgstab = {
    .method = "bicgstab",
    .about = "stabilized biconjugate gradients",
    .source = "van der Vorst 1992, section 2",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .variant = &krylov_bicgstab,
    .hooks = &krylov_hooks,
};
