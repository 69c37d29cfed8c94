/* Trees by elimination in order, one in each lane of a vector: the order and the operations of `hines`, so that a tree
 * that is solved has the same bits.
 *
 * M. Hines, Int. J. Bio-Medical Computing 15 (1984) 69; many interleaved trees as in P. Valero-Lara, I.
 * Martinez-Perez, A. J. Pena, X. Martorell, R. Sirvent, J. Labarta, cuHinesBatch: Solving multiple Hines systems on
 * GPUs, Procedia Computer Science 108 (2017) 566. Neighbours of one tree are solved where they lie. All others are
 * copied into tiles of TREES lanes, those of different size sorted by it so that little of a tile is padding. Stable
 * where elimination in order is. 9 flops a row, 5 when factored, and least traffic: every array crosses the memory bus
 * once, 40 bytes a row in double, and parents, if all trees are one, stay in the caches. */
#include <omp.h>

#include "solvers/tree/lanes/lanes.h"
#include "solvers/tree/tree_cost.h"

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const int64_t most = INT32_MAX / TREES;
    if (shape->n <= most || (!shape->tree.firsts && !shape->sizes)) return ST_OK;
    return fail(ST_REFUSED, "%s: different trees of up to %lld rows, not of %lld", self->method, (long long)most,
                (long long)shape->n);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct lanes l;
    return lanes_divide(&l, shape, self, options, exec->threads, NULL);
}

static struct lanes lanes_of(const struct plan *p)
{
    struct lanes l;
    lanes_divide(&l, &p->shape, p->solver, p->options, p->exec.threads, p->workspace);
    return l;
}

static enum status begin(struct plan *p)
{
    struct lanes l = lanes_of(p);
    lanes_begin(&l, p->exec.threads);
    return ST_OK;
}

/* info of system s, whose values of x sum up to NaN if one is not finite. */
static void report(const struct lanes *l, const struct system *system, int64_t s, bool finite, real *d)
{
    system->info[s] = finite ? 0 : tree_info(tree_line_of(&l->shape, system, s), d);
}

/* Reports on the systems s ... whose x are interleaved, rows `stride` apart. */
static void report_lanes(const struct lanes *l, const struct system *system, const struct lane_tile *t,
                         const int64_t *order, int64_t s, int64_t lanes, real *d)
{
    for (int64_t v = 0; v < lanes; v += LANES) {
        vec check = {0};
        for (int64_t i = 0; i < t->rows; i++) {
            const vec x = vec_load(t->x + i * t->stride + v);
            check += x - x;
        }
        for (int64_t q = 0; q < LANES && v + q < lanes; q++)
            report(l, system, order ? order[v + q] : s + v + q, check[q] == 0, d);
    }
}

static void copy_rows(const struct lane_tile *t, const real *from, real *to)
{
    for (int64_t i = 0; i < t->rows; i++)
        for (int64_t v = 0; v < t->width; v += LANES)
            vec_store(to + i * t->width + v, vec_load(from + i * t->stride + v));
}

/* Part k of the neighbours. */
static void solve_neighbours(const struct lanes *l, const struct system *system, enum lanes_stage stage, int64_t k,
                             real *scratch)
{
    const struct shape *const s = &l->shape;
    const int64_t run = k / l->per_run, column = k % l->per_run * l->tile, first = run * s->inner + column;
    const int64_t width = l->weight[k] / s->n, at = run * s->outer + column;
    real *const kept = l->kept + 2 * s->n * (run * (s->inner / LANES * LANES) + column);
    struct lane_tile t = {
        .rows = s->n,
        .width = width,
        .parent = s->tree.parents,
        .lower = system->tree.lower + at,
        .upper = system->tree.upper + at,
        .x = system->x + at,
        .stride = s->stride,
        .ahead = l->ahead,
        .l = stage == LANES_FRESH ? scratch : kept,
        .w = kept + s->n * width,
    };
    if (width == 0) return;
    if (stage != LANES_KEPT) copy_rows(&t, system->tree.diag + at, t.l);
    lanes_same_tree(stage, &t);
    if (stage != LANES_FACTOR && system->info)
        report_lanes(l, system, &t, NULL, first, width, scratch + l->of_thread - s->n);
}

/* Lanes that have no system are given those of the first. */
static struct lane_places places_of(const struct lanes *l, const struct lane_group *g, bool matrix)
{
    const struct shape *const s = &l->shape;
    struct lane_places p = {.lanes = g->lanes, .longest = g->rows, .computes = l->computes};
    p.stride = matrix ? shape_matrix_stride(s) : s->stride;
    for (int64_t q = 0; q < TREES; q++) {
        const int64_t t = l->order[g->first + (q < g->lanes ? q : 0)];
        p.start[q] = matrix ? shape_matrix_start(s, t) : shape_start(s, t);
        p.rows[q] = shape_rows(s, t);
    }
    return p;
}

/* Reports on the systems of a group. Rows beyond the last one of a tree are 0 if they are computed, else anything. */
static void report_group(const struct lanes *l, const struct system *system, const struct lane_group *g,
                         const struct lane_tile *t, real *d)
{
    const int64_t *const order = l->order + g->first;
    if (g->alike || l->computes) {
        report_lanes(l, system, t, order, 0, g->lanes, d);
        return;
    }
    for (int64_t q = 0; q < g->lanes; q++) {
        real check = 0;
        for (int64_t i = 0; i < shape_rows(&l->shape, order[q]); i++)
            check += t->x[i * TREES + q] - t->x[i * TREES + q];
        report(l, system, order[q], check == 0, d);
    }
}

/* The matrix of a group in its tile. */
static void pack_matrix(const struct lanes *l, const struct system *system, const struct lane_group *g, real *diag,
                        real *lower, real *upper)
{
    const struct lane_places p = places_of(l, g, true);
    lanes_pack(&p, system->tree.diag, diag, 1);
    lanes_pack(&p, system->tree.lower, lower, 0);
    lanes_pack(&p, system->tree.upper, upper, 0);
}

static void solve_group(const struct lanes *l, const struct system *system, enum lanes_stage stage, int64_t k,
                        real *scratch)
{
    const struct lane_group *const g = &l->group[k];
    const int64_t each = l->shape.n * TREES;
    const struct lane_places places = places_of(l, g, false);
    real *const x = scratch, *const lower = x + each, *const kept = l->kept_groups + 3 * each * k;
    real *const pivots = stage == LANES_FRESH ? lower + each : kept, *const upper = pivots + each;
    const struct lane_tile t = {.rows = g->rows,
                                .width = TREES,
                                .parent = tree_parents(&l->shape, l->order[g->first]),
                                .group = g,
                                .lower = lower,
                                .upper = upper,
                                .x = x,
                                .stride = TREES,
                                .l = pivots,
                                .w = upper + each};
    if (stage != LANES_KEPT) pack_matrix(l, system, g, pivots, lower, upper);
    if (stage != LANES_FACTOR) lanes_pack(&places, system->x, x, 0);
    (g->alike ? lanes_same_tree : lanes_own_trees)(stage, &t);
    if (stage == LANES_FACTOR) return;
    lanes_unpack(&places, x, system->x);
    if (system->info) report_group(l, system, g, &t, lower);
}

static void run(const struct plan *p, const struct system *system, enum lanes_stage stage)
{
    const struct lanes l = lanes_of(p);
    const int64_t parts = l.runs * l.per_run;
#pragma omp parallel for schedule(static, 1) num_threads(p->exec.threads)
    for (int t = 0; t < p->exec.threads; t++) {
        real *const scratch = l.scratch + omp_get_thread_num() * l.of_thread;
        for (int64_t k = l.first[t]; k < l.first[t + 1]; k++)
            if (k < parts) solve_neighbours(&l, system, stage, k, scratch);
            else solve_group(&l, system, stage, k - parts, scratch);
    }
}

static enum status factor(struct plan *p, const struct system *system)
{
    run(p, system, LANES_FACTOR);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    run(p, system, p->factored ? LANES_KEPT : LANES_FRESH);
    return ST_OK;
}

const struct solver_hooks lanes_hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = tree_cost,
    .begin = begin,
    .factor = factor,
    .solve = solve,
};

static const struct option option_table[] = {LANES_OPTIONS(struct lanes_options, ), {.key = NULL}};

static const struct lanes_method simd = {.sorted = true};

const struct solver tree_hines_simd = {
    .method = "hines_simd",
    .about = "elimination in order, a tree in each lane of a vector, those of different size sorted by it",
    .source = "Hines 1984; Valero-Lara et al. 2017",
    .kind = KIND_TREE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .options = option_table,
    .options_bytes = sizeof(struct lanes_options),
    .variant = &simd,
    .hooks = &lanes_hooks,
};
