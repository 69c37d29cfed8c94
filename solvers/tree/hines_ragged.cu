/* Trees of different size by elimination in order on the device, one thread per tree (trees.cuh), ragged without
 * padding: trees are sorted by size, the largest first, and the rows i of all trees that have one are contiguous, so
 * that neighbouring threads read neighbouring elements whatever the layout of the batch is, and none is wasted.
 *
 * As CoreNEURON permutes cells, P. Kumbhar et al., CoreNEURON: an optimized compute engine for the NEURON simulator,
 * Frontiers in Neuroinformatics 13 (2019) 63. A warp copies its trees, contiguous ones through tiles in shared memory
 * (device_tile.cuh), solves them and copies x back: besides what trees.cuh counts, 4 values a row written and x written
 * twice and read; with factors, which are kept in this order, only the right side. */
#include "solvers/batch/device_tile.cuh"
#include "solvers/tree/trees.cuh"

enum { SORTERS = 256 };

/* Row i of the tree of that rank by size. */
struct ragged {
    const int64_t *off;
    int64_t rank;
    __device__ __forceinline__ int64_t operator()(int64_t i) const
    {
        return off[i] + rank;
    }
};

struct ragged_columns {
    real *lower, *diag, *upper, *x, *w;
    struct tree_lists list;
    int64_t *off, *order, *place, *bad; /* [n + 1] element of row i of the largest tree; [batch]; [n + 1]; [batch] */
};

static int64_t rows_of_all(const struct shape *shape)
{
    return (int64_t)cost_unknowns(shape);
}

/* The diagonal becomes l. */
static struct ragged_columns columns_at(void *workspace, const struct shape *shape, int64_t *bytes)
{
    const int64_t values = rows_of_all(shape), word = (int64_t)(sizeof(int64_t) / sizeof(real));
    struct ragged_columns c;
    *bytes = 0;
    c.lower = device_column(workspace, bytes, values);
    c.diag = device_column(workspace, bytes, values);
    c.upper = device_column(workspace, bytes, values);
    c.x = device_column(workspace, bytes, values);
    c.w = device_column(workspace, bytes, shape->reuse ? values : 0);
    c.list.parent = tree_lists_column(workspace, bytes, values);
    c.list.last = tree_lists_column(workspace, bytes, values);
    c.list.before = tree_lists_column(workspace, bytes, values);
    c.off = (int64_t *)device_column(workspace, bytes, (shape->n + 1) * word);
    c.order = (int64_t *)device_column(workspace, bytes, shape->batch * word);
    c.place = (int64_t *)device_column(workspace, bytes, (shape->n + 1) * word);
    c.bad = (int64_t *)device_column(workspace, bytes, shape->reuse ? shape->batch * word : 0);
    return c;
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *, const struct exec *)
{
    int64_t bytes;
    columns_at(NULL, shape, &bytes);
    return bytes;
}

/* One block. place[r]: trees of more than r rows, and then the rank of the next one of r rows. */
static __global__ void __launch_bounds__(SORTERS) sort_trees(struct shape shape, struct ragged_columns c)
{
    unsigned long long *const place = (unsigned long long *)c.place;
    for (int64_t r = threadIdx.x; r <= shape.n; r += SORTERS) place[r] = 0;
    __syncthreads();
    for (int64_t s = threadIdx.x; s < shape.batch; s += SORTERS) atomicAdd(&place[shape_rows(&shape, s)], 1ULL);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long more = 0;
        for (int64_t r = shape.n; r >= 0; r--) {
            const unsigned long long count = place[r];
            place[r] = more;
            more += count;
        }
        c.off[0] = 0;
        for (int64_t i = 0; i < shape.n; i++) c.off[i + 1] = c.off[i] + (int64_t)place[i];
    }
    __syncthreads();
    for (int64_t s = threadIdx.x; s < shape.batch; s += SORTERS)
        c.order[atomicAdd(&place[shape_rows(&shape, s)], 1ULL)] = s;
}

static __global__ void __launch_bounds__(THREADS) list_trees(struct shape shape, struct ragged_columns c)
{
    const int64_t k = system_here();
    if (k >= shape.batch) return;
    const int64_t s = c.order[k];
    tree_list(c.list, ragged{c.off, k}, tree_parents(&shape, s), shape_rows(&shape, s));
}

static enum status begin(struct plan *p)
{
    int64_t bytes;
    const struct ragged_columns c = columns_at(p->workspace, &p->shape, &bytes);
    if (p->shape.batch == 0) return ST_OK;
    LAUNCH(sort_trees, 1, SORTERS, 0, p->exec.stream, p->placed, c);
    LAUNCH(list_trees, blocks(p->shape.batch), THREADS, 0, p->exec.stream, p->placed, c);
    return ST_OK;
}

/* Arrays of a warp's trees, of COUNT kinds, into the order of ranks. All threads of the warp have to call it. */
template <int COUNT>
__device__ __forceinline__ void pack(const struct device_batch &g, const struct ragged &at,
                                     const struct tile_systems &systems, struct tile<4> &t,
                                     const real *const (&from)[COUNT], real *const (&to)[COUNT])
{
    const int64_t n = systems.rows[threadIdx.x], longest = systems.rows[0];
    if (g.shape.stride != 1) {
        for (int64_t i = 0; i < n; i++)
#pragma unroll
            for (int k = 0; k < COUNT; k++) to[k][at(i)] = from[k][systems.start[threadIdx.x] + i * g.shape.stride];
        return;
    }
#pragma unroll 1
    for (int64_t i = 0; i < longest; i += TILE_ROWS) {
        struct lift<4> next;
        tile_fetch<COUNT>(next, systems, from, i);
        tile_put<COUNT>(t, next);
        __syncwarp();
#pragma unroll
        for (int r = 0; r < TILE_ROWS; r++)
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                if (i + r < n) to[k][at(i + r)] = t.v[k][r * PITCH + threadIdx.x];
        __syncwarp();
    }
}

__device__ __forceinline__ void unpack(const struct device_batch &g, const struct ragged &at,
                                       const struct tile_systems &systems, struct tile<4> &t, const real *from)
{
    const int64_t n = systems.rows[threadIdx.x], longest = systems.rows[0];
    if (g.shape.stride != 1) {
        for (int64_t i = 0; i < n; i++) g.system.x[systems.start[threadIdx.x] + i * g.shape.stride] = from[at(i)];
        return;
    }
#pragma unroll 1
    for (int64_t i = 0; i < longest; i += TILE_ROWS) {
#pragma unroll
        for (int r = 0; r < TILE_ROWS; r++)
            if (i + r < n) t.v[0][r * PITCH + threadIdx.x] = from[at(i + r)];
        __syncwarp();
        tile_store(t, 0, systems, g.system.x, i);
        __syncwarp();
    }
}

template <enum tree_stage STAGE>
static __global__ void __launch_bounds__(THREADS) solve_ragged(struct device_batch g, struct ragged_columns c)
{
    SHARED_ARRAY(struct tile_systems, systems, 1);
    SHARED_ARRAY(struct tile<4>, turned, 1);
    const int64_t rank = system_here(), s = rank < g.shape.batch ? c.order[rank] : -1;
    const struct ragged at = {c.off, rank};
    systems[0].start[threadIdx.x] = s < 0 ? 0 : shape_start(&g.shape, s);
    systems[0].rows[threadIdx.x] = s < 0 ? 0 : shape_rows(&g.shape, s);
    __syncwarp();
    const struct tree &m = g.system.tree;
    if (STAGE != TREE_KEPT)
        pack<3>(g, at, systems[0], turned[0], {m.lower, m.diag, m.upper}, {c.lower, c.diag, c.upper});
    if (STAGE != TREE_FACTOR) pack<1>(g, at, systems[0], turned[0], {g.system.x}, {c.x});
    const struct tree_rows<struct ragged, struct ragged, struct ragged, struct ragged> t = {
        systems[0].rows[threadIdx.x], at, at, at, at, c.lower, c.diag, c.upper, c.x, c.diag, c.w, c.list
    };
    const int64_t bad = tree_eliminate<STAGE>(t);
    if (STAGE == TREE_FACTOR) {
        if (s >= 0) c.bad[s] = bad;
        return;
    }
    const bool finite = tree_substitute(t);
    unpack(g, at, systems[0], turned[0], c.x);
    if (s < 0 || !g.system.info) return;
    g.system.info[s] = finite ? 0 : tree_blame(t, STAGE == TREE_KEPT ? c.bad[s] : bad);
}

static enum status factor(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct ragged_columns c = columns_at(p->workspace, &p->shape, &bytes);
    LAUNCH(solve_ragged<TREE_FACTOR>, blocks(p->shape.batch), THREADS, 0, p->exec.stream, device_batch_of(p, system),
           c);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct ragged_columns c = columns_at(p->workspace, &p->shape, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(p->shape.batch);
    if (p->factored) LAUNCH(solve_ragged<TREE_KEPT>, grid, THREADS, 0, p->exec.stream, g, c);
    else LAUNCH(solve_ragged<TREE_FRESH>, grid, THREADS, 0, p->exec.stream, g, c);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    struct cost c = tree_cost(self, shape, options);
    c.bytes += (shape->reuse ? 5 : 11) * cost_unknowns(shape) * (double)sizeof(real);
    c.bytes += 3 * cost_unknowns(shape) * (double)sizeof(int32_t);
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

extern "C" const struct solver tree_hines_ragged = {
    .method = "hines_ragged",
    .about = "elimination in order, one thread per tree, trees sorted by size and interleaved without padding",
    .source = "Hines 1984; Kumbhar et al. 2019",
    .twin = "hines",
    .kind = KIND_TREE,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
