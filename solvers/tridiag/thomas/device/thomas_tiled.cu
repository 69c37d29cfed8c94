/* Elimination in order for systems whose rows are contiguous, one thread per system, as
 * solvers/tridiag/thomas/thomas.c, expression by expression: tiles of rows go through shared memory (device_tile.cuh);
 * nothing is transposed in memory. Systems of different size are dealt to warps in order of size (sort_by_size.cuh).
 *
 * L. H. Thomas, Elliptic problems in linear difference equations over a network, Watson Laboratory, 1949. Stable where
 * elimination in order is. Neither c' nor d' is stored: only both before each tile; in back substitution every tile
 * is eliminated again. Values moved an unknown, each 8 bytes in double, with the 2 kept and read back for a tile:
 *     fresh    9.5   a, b, c, d read twice, x written       16 flops a row
 *     kept     8.5   a, 1 / pivot, d, then with c', read, x written
 *     shared   3.5   d read twice, x written; the matrix stays in the caches */
#include "solvers/batch/device_tile.cuh"
#include "solvers/tridiag/thomas/device/sort_by_size.cuh"
#include "solvers/tridiag/thomas/device/thomas_batch.cuh"

/* c', 1 / pivot (where there is no factor, the pivot) and a as in thomas.cuh, but placed as in x; the state of
 * elimination before each tile; the systems in order of size. */
struct tiled {
    real *c, *pivot, *a;
    struct eliminated *edge;
    int64_t *order;
};

static struct tiled tiled_at(void *workspace, const struct shape *shape, int64_t *bytes)
{
    const int64_t extent = shape_extent(shape), column = line_matrix_shared(shape) ? whole_stretches(shape->n) : extent;
    const int64_t words = shape->batch * (int64_t)(sizeof(int64_t) / sizeof(real));
    struct tiled w;
    *bytes = 0;
    w.c = device_column(workspace, bytes, line_matrix_shared(shape) || shape->reuse ? column : 0);
    w.pivot = device_column(workspace, bytes, line_matrix_shared(shape) || shape->reuse ? column : 0);
    w.a = device_column(workspace, bytes, line_matrix_shared(shape) ? column : 0);
    w.edge = (struct eliminated *)device_column(workspace, bytes, 2 * (extent / TILE_ROWS + 1));
    w.order = (int64_t *)device_column(workspace, bytes, shape->sizes ? words : 0);
    if (!shape->sizes) w.order = NULL;
    return w;
}

static int64_t tiled_bytes(const struct solver *, const struct shape *shape, const void *, const struct exec *)
{
    int64_t bytes;
    tiled_at(NULL, shape, &bytes);
    return bytes;
}

static enum status begin(struct plan *p)
{
    int64_t bytes;
    const struct tiled w = tiled_at(p->workspace, &p->shape, &bytes);
    if (w.order && p->shape.batch > 0) LAUNCH(order_by_size, 1, SORTERS, 0, p->exec.stream, p->placed, w.order);
    return ST_OK;
}

/* The forms in which a matrix is given: DOWN columns are read in elimination, UP in back substitution, column X is x;
 * c' and d' of row i from the lane's column of a tile. Rows outside the system are rows of the identity. */
struct fresh {
    enum { DOWN = 4, UP = 4, X = 2 };
    const real *column[UP];

    __device__ fresh(const struct device_batch &g, const struct tiled &)
        : column{g.system.tridiag.lower, g.system.tridiag.diag, g.system.x, g.system.tridiag.upper}
    {
    }
    __device__ __forceinline__ void row(struct eliminated &e, const struct tile<UP> &t, int at, int64_t i,
                                        int64_t n) const
    {
        eliminate(e, i > 0 ? t.v[0][at] : 0, t.v[1][at], i < n - 1 ? t.v[3][at] : 0, t.v[2][at]);
    }
};

struct factored {
    enum { DOWN = 3, UP = 4, X = 2 };
    const real *column[UP];

    __device__ factored(const struct device_batch &g, const struct tiled &w)
        : column{g.system.tridiag.lower, w.pivot, g.system.x, w.c}
    {
    }
    __device__ __forceinline__ void row(struct eliminated &e, const struct tile<UP> &t, int at, int64_t i,
                                        int64_t n) const
    {
        e.d = (t.v[2][at] - e.d * (i > 0 ? t.v[0][at] : 0)) * t.v[1][at];
        e.ratio = i < n - 1 ? t.v[3][at] : 0;
    }
};

template <bool KEPT> struct shared {
    enum { DOWN = 1, UP = 1, X = 0 };
    const real *column[UP];
    struct scratch w;

    __device__ shared(const struct device_batch &g, const struct tiled &w)
        : column{g.system.x}, w{w.c, w.pivot, w.a, NULL}
    {
    }
    __device__ __forceinline__ void row(struct eliminated &e, const struct tile<UP> &t, int at, int64_t i,
                                        int64_t n) const
    {
        e.d = i < n ? right_side<KEPT>(w, i, t.v[0][at], e.d) : 0;
        e.ratio = i < n - 1 ? __ldg(w.c + i) : 0;
    }
};

/* The system of this lane, -1 if there is none; its place among those of the warp. */
__device__ __forceinline__ int64_t tile_system(struct tile_systems &systems, const struct shape &shape,
                                               const int64_t *order)
{
    const int64_t k = (int64_t)blockIdx.x * WARP + threadIdx.x;
    const int64_t s = k >= shape.batch ? -1 : order ? order[k] : k;
    systems.start[threadIdx.x] = s < 0 ? 0 : shape_start(&shape, s);
    systems.rows[threadIdx.x] = s < 0 ? 0 : shape_rows(&shape, s);
    __syncwarp();
    return s;
}

__device__ __forceinline__ int64_t longest_of(const struct tile_systems &systems)
{
    int64_t longest = 0;
    for (int q = 0; q < WARP; q++) longest = max(longest, systems.rows[q]);
    return longest;
}

template <class Matrix> __global__ void __launch_bounds__(WARP) solve_tiled(struct device_batch g, struct tiled w)
{
    SHARED_ARRAY(struct tile_systems, systems, 1);
    SHARED_ARRAY(struct tile<Matrix::UP>, turned, 1);
    struct tile<Matrix::UP> &t = turned[0];
    const Matrix matrix(g, w);
    const int64_t s = tile_system(systems[0], g.shape, w.order), longest = longest_of(systems[0]);
    const int64_t start = systems[0].start[threadIdx.x], n = systems[0].rows[threadIdx.x];
    const auto edge_at = [&](int64_t i) { return w.edge + (start + i) / TILE_ROWS; };
    struct lift<Matrix::UP> next;
    struct eliminated e = {0, 0};
    tile_fetch<Matrix::DOWN>(next, systems[0], matrix.column, 0);
#pragma unroll 1
    for (int64_t i = 0; i < longest; i += TILE_ROWS) {
        tile_put<Matrix::DOWN>(t, next);
        __syncwarp();
        tile_fetch<Matrix::DOWN>(next, systems[0], matrix.column, i + TILE_ROWS);
        if (i > 0 && i < n) *edge_at(i) = e;
#pragma unroll
        for (int r = 0; r < TILE_ROWS; r++) matrix.row(e, t, r * PITCH + threadIdx.x, i + r, n);
        __syncwarp();
    }
    const auto edge_before = [&](int64_t i) { return i > 0 && i < n ? *edge_at(i) : eliminated{0, 0}; };
    int64_t i = (longest - 1) / TILE_ROWS * TILE_ROWS;
    struct eliminated before = edge_before(i);
    real x = 0;
    tile_fetch<Matrix::UP>(next, systems[0], matrix.column, i);
#pragma unroll 1
    for (; i >= 0; i -= TILE_ROWS) {
        real ratio[TILE_ROWS], d[TILE_ROWS];
        tile_put<Matrix::UP>(t, next);
        __syncwarp();
        tile_fetch<Matrix::UP>(next, systems[0], matrix.column, i - TILE_ROWS);
        e = before;
        before = edge_before(i - TILE_ROWS);
#pragma unroll
        for (int r = 0; r < TILE_ROWS; r++) {
            matrix.row(e, t, r * PITCH + threadIdx.x, i + r, n);
            ratio[r] = e.ratio, d[r] = e.d;
        }
#pragma unroll
        for (int r = TILE_ROWS - 1; r >= 0; r--) {
            x = i + r < n ? d[r] - ratio[r] * x : 0;
            t.v[Matrix::X][r * PITCH + threadIdx.x] = x;
        }
        __syncwarp();
        tile_store(t, Matrix::X, systems[0], g.system.x, i);
        __syncwarp();
    }
    if (s >= 0) device_report(g, s, line_of(&g.shape, &g.system, s), x);
}

static __global__ void __launch_bounds__(WARP) factor_tiled(struct device_batch g, struct tiled w)
{
    SHARED_ARRAY(struct tile_systems, systems, 1);
    SHARED_ARRAY(struct tile<3>, turned, 1);
    struct tile<3> &t = turned[0];
    const real *const column[] = {g.system.tridiag.lower, g.system.tridiag.diag, g.system.tridiag.upper};
    tile_system(systems[0], g.shape, w.order);
    const int64_t longest = longest_of(systems[0]);
    struct lift<3> next;
    real ratio = 0;
    tile_fetch<3>(next, systems[0], column, 0);
#pragma unroll 1
    for (int64_t i = 0; i < longest; i += TILE_ROWS) {
        tile_put<3>(t, next);
        __syncwarp();
        tile_fetch<3>(next, systems[0], column, i + TILE_ROWS);
#pragma unroll
        for (int r = 0; r < TILE_ROWS; r++) {
            const int at = r * PITCH + threadIdx.x;
            const real inverse = 1 / (t.v[1][at] - ratio * (i + r > 0 ? t.v[0][at] : 0));
            t.v[1][at] = inverse;
            t.v[2][at] = ratio = t.v[2][at] * inverse;
        }
        __syncwarp();
        tile_store(t, 1, systems[0], w.pivot, i);
        tile_store(t, 2, systems[0], w.c, i);
        __syncwarp();
    }
}

static enum status factor_matrix(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct tiled w = tiled_at(p->workspace, &p->shape, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const struct scratch column = {w.c, w.pivot, w.a, NULL};
    if (line_matrix_shared(&g.shape)) return thomas_batch_factor_into(p, system, column);
    LAUNCH(factor_tiled, blocks(g.shape.batch), WARP, 0, p->exec.stream, g, w);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct tiled w = tiled_at(p->workspace, &p->shape, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(g.shape.batch);
    const bool one = line_matrix_shared(&g.shape);
    if (one && !p->factored) TRY(factor_matrix(p, system));
    if (one && p->factored) LAUNCH(solve_tiled<shared<true>>, grid, WARP, 0, p->exec.stream, g, w);
    else if (one) LAUNCH(solve_tiled<shared<false>>, grid, WARP, 0, p->exec.stream, g, w);
    else if (p->factored) LAUNCH(solve_tiled<factored>, grid, WARP, 0, p->exec.stream, g, w);
    else LAUNCH(solve_tiled<fresh>, grid, WARP, 0, p->exec.stream, g, w);
    return ST_OK;
}

static struct cost tiled_cost(const struct solver *, const struct shape *shape, const void *)
{
    struct cost c = cost_rows(shape, line_matrix_shared(shape) || shape->reuse ? 8 : 14);
    const double more = line_matrix_shared(shape) ? 1.5 : shape->reuse ? 3.5 : 4.5;
    c.bytes += more * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .workspace_bytes = tiled_bytes,
    .cost = tiled_cost,
    .begin = begin,
    .factor = factor_matrix,
    .solve = solve,
};

extern "C" const struct solver tridiag_thomas_tiled = {
    .method = "thomas_tiled",
    .about = "elimination in order of contiguous systems, through tiles in shared memory",
    .source = "Thomas 1949; Valero-Lara et al. 2018, section 3",
    .twin = "thomas",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
