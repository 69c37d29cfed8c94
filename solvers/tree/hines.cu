/* Trees by elimination in order on the device, one thread per tree (trees.cuh), each where it lies: contiguous (flat),
 * interleaved over all systems or in blocks of some, or ragged.
 *
 * P. Valero-Lara et al., cuHinesBatch: Solving multiple Hines systems on GPUs, Procedia Computer Science 108 (2017)
 * 566, whose layouts these are. Made for interleaved ones, of one tree or of trees that are alike. */
#include "solvers/tree/trees.cuh"

/* Kept of each row, l, and with factors w; of each system, with factors, i + 1 of the row without a pivot, or 0. */
struct hines_columns {
    real *l, *w;
    int64_t *bad;
    struct tree_lists list;
};

static bool has_one_tree(const struct shape *shape)
{
    return !shape->tree.firsts;
}

static struct hines_columns columns_at(void *workspace, const struct shape *shape, int64_t *bytes)
{
    const int64_t values = column_values(shape, shape->n), listed = has_one_tree(shape) ? shape->n : values;
    const int64_t words = shape->batch * (int64_t)(sizeof(int64_t) / sizeof(real));
    struct hines_columns c;
    *bytes = 0;
    c.l = device_column(workspace, bytes, values);
    c.w = device_column(workspace, bytes, shape->reuse ? values : 0);
    c.bad = (int64_t *)device_column(workspace, bytes, shape->reuse ? words : 0);
    c.list.parent = tree_lists_column(workspace, bytes, listed);
    c.list.last = tree_lists_column(workspace, bytes, listed);
    c.list.before = tree_lists_column(workspace, bytes, listed);
    return c;
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *, const struct exec *)
{
    int64_t bytes;
    columns_at(NULL, shape, &bytes);
    return bytes;
}

__device__ __forceinline__ struct strided kept_at(const struct shape &shape, int64_t s)
{
    const struct place k = place_of(shape, s);
    return {k.first, k.stride};
}

__device__ __forceinline__ struct strided lists_at(const struct shape &shape, int64_t s)
{
    return shape.tree.firsts ? kept_at(shape, s) : strided{0, 1};
}

static __global__ void __launch_bounds__(THREADS) list_trees(struct shape shape, struct tree_lists of)
{
    const int64_t s = system_here(), trees = shape.tree.firsts ? shape.batch : 1;
    if (s >= trees) return;
    tree_list(of, lists_at(shape, s), tree_parents(&shape, s), shape.tree.firsts ? shape_rows(&shape, s) : shape.n);
}

static enum status begin(struct plan *p)
{
    int64_t bytes;
    const struct hines_columns c = columns_at(p->workspace, &p->shape, &bytes);
    const int64_t trees = has_one_tree(&p->shape) ? 1 : p->shape.batch;
    if (p->shape.batch > 0) LAUNCH(list_trees, blocks(trees), THREADS, 0, p->exec.stream, p->placed, c.list);
    return ST_OK;
}

template <enum tree_stage STAGE>
static __global__ void __launch_bounds__(THREADS) solve_trees(struct device_batch g, struct hines_columns c)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct tree &m = g.system.tree;
    const struct tree_rows<struct strided, struct strided, struct strided, struct strided> t = {
        shape_rows(&g.shape, s), {shape_matrix_start(&g.shape, s), shape_matrix_stride(&g.shape)},
            {shape_start(&g.shape, s), g.shape.stride}, kept_at(g.shape, s),
            lists_at(g.shape, s), m.lower, m.diag, m.upper, g.system.x, c.l, c.w, c.list
    };
    const int64_t bad = tree_eliminate<STAGE>(t);
    if (STAGE == TREE_FACTOR) {
        c.bad[s] = bad;
        return;
    }
    const bool finite = tree_substitute(t);
    if (g.system.info) g.system.info[s] = finite ? 0 : tree_blame(t, STAGE == TREE_KEPT ? c.bad[s] : bad);
}

static enum status factor(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct hines_columns c = columns_at(p->workspace, &p->shape, &bytes);
    LAUNCH(solve_trees<TREE_FACTOR>, blocks(p->shape.batch), THREADS, 0, p->exec.stream, device_batch_of(p, system), c);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct hines_columns c = columns_at(p->workspace, &p->shape, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(p->shape.batch);
    if (p->factored) LAUNCH(solve_trees<TREE_KEPT>, grid, THREADS, 0, p->exec.stream, g, c);
    else LAUNCH(solve_trees<TREE_FRESH>, grid, THREADS, 0, p->exec.stream, g, c);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    struct cost c = tree_cost(self, shape, options);
    c.bytes += (shape->reuse ? 2 : 4) * cost_unknowns(shape) * (double)sizeof(real);
    if (shape->tree.firsts) c.bytes += 3 * cost_unknowns(shape) * (double)sizeof(int32_t);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = tree_accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .factor = factor,
    .solve = solve,
};

extern "C" const struct solver tree_hines_device = {
    .method = "hines",
    .about = "elimination in order, one thread per tree, children gathered in fixed order",
    .source = "Hines 1984; Valero-Lara et al. 2017",
    .twin = "hines",
    .kind = KIND_TREE,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
