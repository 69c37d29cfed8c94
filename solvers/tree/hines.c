/* Trees by elimination (hines_elimination.h), one tree at a time, in place: the reference of all other methods.
 *
 * M. Hines, Efficient computation of branched nerve equations, Int. J. Bio-Medical Computing 15 (1984) 69. 9 flops a
 * row, 5 when factored, and 40 bytes in double besides 8 of parents. */
#include <omp.h>

#include "solvers/batch/workspace.h"
#include "solvers/tree/hines_elimination.h"
#include "solvers/tree/shares.h"
#include "solvers/tree/tree_cost.h"

/* The division of plan->workspace. */
struct hines_workspace {
    int64_t *first;  /* [threads + 1]: runs of systems with about as many rows each */
    int64_t *weight; /* [batch] */
    real *l, *w;     /* [batch][n] if reuse */
    real *pivots;    /* [threads][padded] */
    int64_t padded;  /* rows, so that threads write into cache lines of their own */
};

static int64_t divide(struct hines_workspace *w, const struct shape *shape, int threads, void *workspace)
{
    struct workspace all = {.memory = workspace};
    const int64_t kept = shape->reuse ? shape->n * shape->batch : 0, line = 64 / (int64_t)sizeof(real);
    w->padded = (shape->n + line - 1) / line * line;
    w->first = workspace_take(&all, (threads + 1) * (int64_t)sizeof *w->first);
    w->weight = workspace_take(&all, shape->batch * (int64_t)sizeof *w->weight);
    w->l = workspace_take(&all, kept * (int64_t)sizeof(real));
    w->w = workspace_take(&all, kept * (int64_t)sizeof(real));
    w->pivots = workspace_take(&all, w->padded * threads * (int64_t)sizeof(real));
    return all.used;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct hines_workspace w;
    return divide(&w, shape, exec->threads, NULL);
}

static enum status begin(struct plan *p)
{
    struct hines_workspace w;
    divide(&w, &p->shape, p->exec.threads, p->workspace);
    for (int64_t s = 0; s < p->shape.batch; s++) w.weight[s] = shape_rows(&p->shape, s);
    shares_cut(w.first, p->exec.threads, w.weight, p->shape.batch);
    return ST_OK;
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct hines_workspace w;
    divide(&w, &p->shape, p->exec.threads, p->workspace);
#pragma omp parallel for schedule(static, 1) num_threads(p->exec.threads)
    for (int t = 0; t < p->exec.threads; t++)
        for (int64_t s = w.first[t]; s < w.first[t + 1]; s++)
            hines_factor(tree_line_of(&p->shape, system, s), w.l + s * p->shape.n, w.w + s * p->shape.n);
    return ST_OK;
}

static void solve_tree(const struct plan *p, const struct hines_workspace *w, const struct system *system, int64_t s,
                       real *pivots)
{
    const struct tree_line t = tree_line_of(&p->shape, system, s);
    const int64_t at = s * p->shape.n;
    if (p->factored) hines_eliminate_kept(t, w->w + at);
    else hines_eliminate(t, pivots);
    const bool solved = hines_substitute(t, p->factored ? w->l + at : pivots);
    if (system->info) system->info[s] = solved ? 0 : tree_info(t, pivots);
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct hines_workspace w;
    divide(&w, &p->shape, p->exec.threads, p->workspace);
#pragma omp parallel for schedule(static, 1) num_threads(p->exec.threads)
    for (int t = 0; t < p->exec.threads; t++)
        for (int64_t s = w.first[t]; s < w.first[t + 1]; s++)
            solve_tree(p, &w, system, s, w.pivots + omp_get_thread_num() * w.padded);
    return ST_OK;
}

static const struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
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
