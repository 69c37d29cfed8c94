/* A transform as a dense product on the device, and products with a given matrix: blocks of 64 values of y of 32 lines,
 * the columns of the matrix and the rows of the lines that they need taken through shared memory, 16 at a time. Each
 * thread sums 4 values of 2 lines in registers, in the order of solvers/transform/matrix.c.
 *
 * y goes to the workspace, as large as the batch, and from there to x in another pass: 4 values a value, which are
 * little compared with 2 n operations (V. Volkov, J. Demmel, Benchmarking GPUs to tune dense linear algebra, SC 2008).
 */
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/batch/device_batch.cuh"
#include "solvers/batch/relayout.h"
#include "solvers/transform/cost.h"

enum { N_MAX = 4096 };
static constexpr int VALUES = 64, LINES = 32, TERMS = 16, THREADS = 256, OF_THREAD = 4, LINES_OF_THREAD = 2;
static constexpr int ACROSS = VALUES / OF_THREAD; /* threads along the values */

/* column[j][k], k < rows, n rounded up to whole blocks: the coefficient of x_j in y_k. */
struct product {
    struct shape shape;
    const real *column;
    int64_t rows;
    const real *x;
    real *y, factor;
};

struct parts {
    int64_t rows, column_bytes, bytes;
};

static struct parts parts_of(const struct shape *shape)
{
    struct parts p;
    p.rows = (shape->n + VALUES - 1) / VALUES * VALUES;
    p.column_bytes = (shape->n * p.rows * (int64_t)sizeof(real) + 255) / 256 * 256;
    p.bytes = p.column_bytes + shape->n * shape->batch * (int64_t)sizeof(real);
    return p;
}

/* The place of y_k of a line in the workspace: in the order in which neighbours lie in x. */
__device__ __forceinline__ int64_t place_of(const struct shape &s, int64_t line, int64_t k)
{
    return relayout_by_rows(&s) ? line * s.n + k : k * s.batch + line;
}

struct tiles {
    real column[TERMS][VALUES], x[TERMS][LINES + 1];
    int64_t start[LINES];
};

/* Terms j ... j + TERMS - 1 of the block; 0 beyond the last. */
__device__ __forceinline__ void fetch(const struct product &g, struct tiles &t, int64_t first, int64_t j, int64_t k)
{
    const bool by_rows = relayout_by_rows(&g.shape);
#pragma unroll
    for (int e = threadIdx.x; e < TERMS * VALUES; e += THREADS) {
        const int64_t row = j + e / VALUES;
        t.column[e / VALUES][e % VALUES] = row < g.shape.n ? g.column[row * g.rows + k + e % VALUES] : RC(0.0);
    }
#pragma unroll
    for (int e = threadIdx.x; e < TERMS * LINES; e += THREADS) {
        const int l = by_rows ? e / TERMS : e % LINES, i = by_rows ? e % TERMS : e / LINES;
        const bool there = first + l < g.shape.batch && j + i < g.shape.n;
        t.x[i][l] = there ? g.x[t.start[l] + (j + i) * g.shape.stride] : RC(0.0);
    }
}

static __global__ void __launch_bounds__(THREADS) multiply(struct product g)
{
    SHARED_ARRAY(struct tiles, shared, 1);
    struct tiles &t = shared[0];
    const int64_t blocks = g.rows / VALUES, first = blockIdx.x / blocks * LINES, k = blockIdx.x % blocks * VALUES;
    const int at = threadIdx.x % ACROSS * OF_THREAD, line = threadIdx.x / ACROSS * LINES_OF_THREAD;
    if (threadIdx.x < LINES)
        t.start[threadIdx.x] = first + threadIdx.x < g.shape.batch ? shape_start(&g.shape, first + threadIdx.x) : 0;
    real sum[OF_THREAD][LINES_OF_THREAD] = {};
#pragma unroll 1
    for (int64_t j = 0; j < g.shape.n; j += TERMS) {
        __syncthreads();
        fetch(g, t, first, j, k);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TERMS; i++)
#pragma unroll
            for (int r = 0; r < OF_THREAD; r++)
#pragma unroll
                for (int l = 0; l < LINES_OF_THREAD; l++) sum[r][l] += t.column[i][at + r] * t.x[i][line + l];
    }
#pragma unroll
    for (int l = 0; l < LINES_OF_THREAD; l++)
#pragma unroll
        for (int r = 0; r < OF_THREAD; r++)
            if (first + line + l < g.shape.batch && k + at + r < g.shape.n)
                g.y[place_of(g.shape, first + line + l, k + at + r)] = sum[r][l] * g.factor;
}

static __global__ void put_back(struct product g, real *x)
{
    const int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x, n = g.shape.n, batch = g.shape.batch;
    const bool by_rows = relayout_by_rows(&g.shape);
    const int64_t line = by_rows ? e / n : e % batch, k = by_rows ? e % n : e / batch;
    if (e < n * batch) x[shape_start(&g.shape, line) + k * g.shape.stride] = g.y[e];
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *)
{
    const int64_t blocks = parts_of(shape).rows / VALUES * ((shape->batch + LINES - 1) / LINES);
    if (shape->n > N_MAX)
        return fail(ST_REFUSED, "%s: lines of up to %d values, since its matrix has their square; not of %lld",
                    self->method, (int)N_MAX, (long long)shape->n);
    if (blocks <= INT32_MAX && shape->n * shape->batch / THREADS < INT32_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: %lld lines are too many", self->method, (long long)shape->batch);
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *, const struct exec *)
{
    return parts_of(shape).bytes;
}

static real coefficient(const struct transform_shape *t, int64_t n, int64_t k, int64_t j)
{
    return t->type == GIVEN_MATRIX ? t->matrix[k * n + j] : (real)transform_coefficient(t->type, n, k, j);
}

static enum status begin(struct plan *p)
{
    const int64_t n = p->shape.n;
    const struct parts parts = parts_of(&p->shape);
    real *column;
    TRY(mem_alloc(&column, HOST, parts.column_bytes));
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k < n; k++) column[j * parts.rows + k] = coefficient(&p->shape.transform, n, k, j);
    const enum status s = device_copy(p->workspace, DEVICE, column, HOST, parts.column_bytes, &p->exec);
    mem_free(column);
    return s;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct parts parts = parts_of(&p->shape);
    const int64_t batch = p->shape.batch, values = p->shape.n * batch;
    const struct product g = {.shape = p->placed,
                              .column = static_cast<const real *>(p->workspace),
                              .rows = parts.rows,
                              .x = system->x,
                              .y = reinterpret_cast<real *>(static_cast<char *>(p->workspace) + parts.column_bytes),
                              .factor = system->transform.factor != 0 ? (real)system->transform.factor : 1};
    LAUNCH(multiply, (unsigned)((batch + LINES - 1) / LINES * (parts.rows / VALUES)), THREADS, 0, p->exec.stream, g);
    LAUNCH(put_back, (unsigned)((values + THREADS - 1) / THREADS), THREADS, 0, p->exec.stream, g, system->x);
    info_from_finite_x_device(p, system);
    return ST_OK;
}

static struct cost cost(const struct solver *, const struct shape *shape, const void *)
{
    const double n = (double)shape->n;
    struct cost c = transform_cost(shape);
    c.flops = 2 * n * n * (double)shape->batch;
    c.bytes *= 2;
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

extern "C" const struct solver transform_matrix_device = {
    .method = "matrix",
    .about = "the product with the dense matrix of the transform, or with a given one",
    .source = "definition; Volkov and Demmel 2008",
    .kind = KIND_TRANSFORM,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_RAGGED | CAN_GIVEN_MATRIX | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
