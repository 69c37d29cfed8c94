/* Trees by elimination in order, from the last row up to the first, so that every row meets its parent after itself:
 *
 *     w_i = 1 / d_i     l_i = lower_i w_i     y_i = r_i w_i     d_p -= upper_i l_i     r_p -= upper_i y_i,  p =
 * parent(i) x_i = y_i at a root, and then down the tree     x_i = y_i - l_i x_p
 *
 * M. Hines, Efficient computation of branched nerve equations, Int. J. Bio-Medical Computing 15 (1984) 69: no row is
 * filled in, and a tree costs as many operations as a chain does by Thomas, whose factored form this is if no row has
 * two children. Stable if the matrix is diagonally dominant by rows or by columns, or symmetric positive definite. 8
 * flops a row, 5 when factored, and 40 bytes in double besides 8 of parents. The reference of all other methods: one
 * tree at a time, in place, each expression with one product only, so that every compiler contracts it to the same
 * fused multiply-add; a row subtracts its children from the last to the first. */
#include <omp.h>

#include "solvers/batch/info.h"
#include "solvers/batch/workspace.h"
#include "solvers/tree/shares.h"
#include "solvers/tree/tree_cost.h"
#include "solvers/tree/tree_line.h"

/* Of plan->work. */
struct hines_work {
    int64_t *first;  /* [threads + 1]: runs of systems with about as many rows each */
    int64_t *weight; /* [batch] */
    real *l, *w;     /* [batch][n] if reuse */
    real *pivots;    /* [threads][padded] */
    int64_t padded;  /* rows, so that threads write into cache lines of their own */
};

static int64_t divide(struct hines_work *w, const struct shape *shape, int threads, void *work)
{
    struct workspace all = {.at = work};
    const int64_t kept = shape->reuse ? shape->n * shape->batch : 0, line = 64 / (int64_t)sizeof(real);
    w->padded = (shape->n + line - 1) / line * line;
    w->first = workspace_take(&all, (threads + 1) * (int64_t)sizeof *w->first);
    w->weight = workspace_take(&all, shape->batch * (int64_t)sizeof *w->weight);
    w->l = workspace_take(&all, kept * (int64_t)sizeof(real));
    w->w = workspace_take(&all, kept * (int64_t)sizeof(real));
    w->pivots = workspace_take(&all, w->padded * threads * (int64_t)sizeof(real));
    return all.used;
}

static int64_t work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                          const struct exec *exec)
{
    struct hines_work w;
    return divide(&w, shape, exec->threads, NULL);
}

static enum status begin(struct plan *p)
{
    struct hines_work w;
    divide(&w, &p->shape, p->exec.threads, p->work);
    for (int64_t s = 0; s < p->shape.batch; s++) w.weight[s] = shape_rows(&p->shape, s);
    shares_cut(w.first, p->exec.threads, w.weight, p->shape.batch);
    return ST_OK;
}

/* d becomes l. */
static void eliminate(struct tree_line t, real *restrict d)
{
    for (int64_t i = 0; i < t.n; i++) d[i] = t.diag[i * t.step];
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        const real w = pivot_reciprocal(d[i]), y = t.x[i * t.x_step] * w;
        t.x[i * t.x_step] = y;
        if (p < 0) continue;
        const real upper = t.upper[i * t.step], l = t.lower[i * t.step] * w;
        d[i] = l;
        d[p] = minus_product(d[p], upper, l);
        t.x[p * t.x_step] = minus_product(t.x[p * t.x_step], upper, y);
    }
}

static void factor_tree(struct tree_line t, real *restrict l, real *restrict w)
{
    for (int64_t i = 0; i < t.n; i++) l[i] = t.diag[i * t.step];
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        w[i] = pivot_reciprocal(l[i]);
        if (p < 0) continue;
        l[i] = t.lower[i * t.step] * w[i];
        l[p] = minus_product(l[p], t.upper[i * t.step], l[i]);
    }
}

static void eliminate_factored(struct tree_line t, const real *restrict w)
{
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        const real y = t.x[i * t.x_step] * w[i];
        t.x[i * t.x_step] = y;
        if (p >= 0) t.x[p * t.x_step] = minus_product(t.x[p * t.x_step], t.upper[i * t.step], y);
    }
}

/* False if a value of x is not finite. */
static bool substitute(struct tree_line t, const real *restrict l)
{
    real check = 0;
    for (int64_t i = 0; i < t.n; i++) {
        const int64_t p = t.parent[i];
        real x = t.x[i * t.x_step];
        if (p >= 0) x = minus_product(x, l[i], t.x[p * t.x_step]);
        t.x[i * t.x_step] = x;
        check += x - x; /* NaN once it is not finite */
    }
    return check == 0;
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct hines_work w;
    divide(&w, &p->shape, p->exec.threads, p->work);
#pragma omp parallel for schedule(static, 1) num_threads(p->exec.threads)
    for (int t = 0; t < p->exec.threads; t++)
        for (int64_t s = w.first[t]; s < w.first[t + 1]; s++)
            factor_tree(tree_line_of(&p->shape, system, s), w.l + s * p->shape.n, w.w + s * p->shape.n);
    return ST_OK;
}

static void solve_tree(const struct plan *p, const struct hines_work *w, const struct system *system, int64_t s,
                       real *pivots)
{
    const struct tree_line t = tree_line_of(&p->shape, system, s);
    const int64_t at = s * p->shape.n;
    if (p->factored) eliminate_factored(t, w->w + at);
    else eliminate(t, pivots);
    const bool solved = substitute(t, p->factored ? w->l + at : pivots);
    if (system->info) system->info[s] = solved ? 0 : tree_info(t, pivots);
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct hines_work w;
    divide(&w, &p->shape, p->exec.threads, p->work);
#pragma omp parallel for schedule(static, 1) num_threads(p->exec.threads)
    for (int t = 0; t < p->exec.threads; t++)
        for (int64_t s = w.first[t]; s < w.first[t + 1]; s++)
            solve_tree(p, &w, system, s, w.pivots + omp_get_thread_num() * w.padded);
    return ST_OK;
}

static const struct solver_hooks hooks = {
    .work_bytes = work_bytes,
    .cost = tree_cost,
    .begin = begin,
    .factor = factor,
    .solve = solve,
};

const struct solver tree_hines = {
    .method = "hines",
    .about = "elimination in order, one tree at a time: the reference",
    .source = "Hines 1984",
    .kind = KIND_TREE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
