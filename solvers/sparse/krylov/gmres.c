/* The generalized method of minimal residuals, started again after `restart` steps, with a preconditioner M from the
 * right. Arnoldi's method with modified Gram-Schmidt makes an orthonormal basis V of the Krylov space and A M^-1 V = V
 * H; then x += M^-1 V y with the y that makes ||beta e_1 - H y||_2 the least, which rotations give step by step.
 *
 * Y. Saad, M. H. Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986), sections 3.1, 3.2. For any regular matrix; the
 * 2-norm of r never rises, but between restarts it may stand still. In between there is no x: the residual reported
 * then is the one at the start times the reduction of the 2-norm. Step j: one product, j + 1 sums, j + 1 updates. */
#include <math.h>

#include "solvers/sparse/krylov/krylov.h"

static int64_t steps_of(const struct krylov_options *o, int64_t n)
{
    return o->restart < n ? o->restart : n;
}

/* The basis, followed by M^-1 v. */
static int64_t vectors(const struct krylov_options *o, int64_t n)
{
    return steps_of(o, n) + 2;
}

/* The least squares problem: R of H column by column, of steps + 1 values each, rotations, and their right side. */
struct least_squares {
    int64_t steps;
    double *column, *cosine, *sine, *right;
};

static struct least_squares least_squares_of(double *small, int64_t steps)
{
    double *const cosine = small + steps * (steps + 1);
    return (struct least_squares){steps, small, cosine, cosine + steps, cosine + 2 * steps};
}

static int64_t small(const struct krylov_options *o, int64_t n)
{
    const int64_t steps = steps_of(o, n);
    return steps * (steps + 1) + 3 * steps + 1;
}

/* Column j of H becomes one of R. */
static void rotate(const struct least_squares *l, int64_t j, double *h)
{
    for (int64_t i = 0; i < j; i++) {
        const double upper = h[i];
        h[i] = l->cosine[i] * upper + l->sine[i] * h[i + 1];
        h[i + 1] = l->cosine[i] * h[i + 1] - l->sine[i] * upper;
    }
    const double length = hypot(h[j], h[j + 1]);
    l->cosine[j] = length > 0 ? h[j] / length : 1;
    l->sine[j] = length > 0 ? h[j + 1] / length : 0;
    h[j] = length;
    l->right[j + 1] = -l->sine[j] * l->right[j];
    l->right[j] *= l->cosine[j];
}

/* Vector j + 1 of the basis; returns its length before it was divided by it. */
static double extend(struct krylov *k, const struct least_squares *l, int64_t j, double *h)
{
    real *const w = krylov_vector(k, j + 1);
    pinned_multiply(&k->a, preconditioner_solve(&k->m, krylov_vector(k, j), krylov_vector(k, l->steps + 1)), w);
    for (int64_t i = 0; i <= j; i++) {
        h[i] = vector_dot(&k->a.v, w, krylov_vector(k, i));
        vector_axpy(&k->a.v, -h[i], krylov_vector(k, i), w);
    }
    h[j + 1] = sqrt(vector_dot(&k->a.v, w, w));
    if (h[j + 1] > 0) vector_scale(&k->a.v, 1 / h[j + 1], w, w);
    return h[j + 1];
}

/* x += M^-1 V y for the y of so many steps; V_0 is used up. */
static void move(struct krylov *k, const struct least_squares *l, int64_t steps)
{
    real *const sum = krylov_vector(k, 0);
    double *const y = l->right;
    for (int64_t j = steps - 1; j >= 0; j--) {
        for (int64_t i = j + 1; i < steps; i++) y[j] -= l->column[i * (l->steps + 1) + j] * y[i];
        const double pivot = l->column[j * (l->steps + 1) + j];
        y[j] = pivot != 0 ? y[j] / pivot : 0;
    }
    vector_scale(&k->a.v, y[0], sum, sum);
    for (int64_t j = 1; j < steps; j++) vector_axpy(&k->a.v, y[j], krylov_vector(k, j), sum);
    vector_axpy(&k->a.v, 1, preconditioner_solve(&k->m, sum, krylov_vector(k, l->steps + 1)), k->x);
}

static void run(struct krylov *k)
{
    const int64_t steps = steps_of(k->options, k->n);
    const struct least_squares l = least_squares_of(k->small, steps);
    const double length = sqrt(vector_dot(&k->a.v, k->r, k->r));
    bool ends = false;
    int64_t j = 0;
    l.right[0] = length;
    vector_scale(&k->a.v, 1 / length, k->r, krylov_vector(k, 0));
    while (j < steps && !ends) {
        double *const h = l.column + j * (steps + 1);
        const bool invariant = extend(k, &l, j, h) == 0;
        rotate(&l, j, h);
        j++;
        ends = krylov_judge_estimate(k, k->start * fabs(l.right[j]) / length) || invariant;
    }
    move(k, &l, j);
}

const struct krylov_method krylov_gmres = {.starts = 50, .touched = 60, .vectors = vectors, .small = small, .run = run};

static const struct option options[] = {KRYLOV_ROWS("thomas_simd"), RESTART_ROW, {.key = NULL}};

const struct solver blocktri_gmres = {
    .method = "gmres",
    .about = "minimal residuals over a Krylov space, restarted",
    .source = "Saad, Schultz 1986, sections 3.1, 3.2",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct krylov_options),
    .priv_bytes = sizeof(struct krylov_kept),
    .variant = &krylov_gmres,
    .hooks = &krylov_hooks,
};
