/* Passes over memory on the device, and fresh systems. Each thread of a pass moves a few independent values of 16
 * bytes; neighbouring threads have neighbouring values. Arrays are complete tiles, so that no thread checks for their
 * end. */
#include "bench/device/kernels.h"

#include "base/device/gpu.h"
#include "solvers/batch/random_rows.h"

enum { THREADS = 256, EACH = PASS_TILE / (THREADS * (int)sizeof(double2)), SEGMENT_STRIDE = 4096 };

__device__ __forceinline__ int64_t place_of(int k)
{
    return ((int64_t)blockIdx.x * EACH + k) * THREADS + threadIdx.x;
}

/* Keeps the loads: the compiler cannot exclude that a sum has this value, as it could for a negative sum of squares. */
__device__ __forceinline__ void keep(double sum, double2 *out)
{
    if (sum == 0x1p-999) out[0] = make_double2(sum, sum);
}

__global__ void read_tile(const double2 *in, double2 *out)
{
    double2 v[EACH];
    double sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) v[k] = in[place_of(k)];
#pragma unroll
    for (int k = 0; k < EACH; k++) sum += v[k].x + v[k].y;
    keep(sum, &out[place_of(0)]);
}

__global__ void copy_tile(const double2 *in, double2 *out)
{
    double2 v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) v[k] = in[place_of(k)];
#pragma unroll
    for (int k = 0; k < EACH; k++) out[place_of(k)] = v[k];
}

__global__ void solve_tile(const double2 *a, const double2 *b, const double2 *c, const double2 *d, double2 *out)
{
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        const double2 p = a[place_of(k)], q = b[place_of(k)], r = c[place_of(k)], s = d[place_of(k)];
        out[place_of(k)] = make_double2(p.x * q.x + r.x * s.x, p.y * q.y + r.y * s.y);
    }
}

template <int BYTES> __global__ void read_segments(const double2 *in, double2 *out, unsigned rows)
{
    enum { TOGETHER = BYTES / (int)sizeof(double2), ROW = SEGMENT_STRIDE / (int)sizeof(double2) };
    double2 v[EACH];
    double sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        const unsigned at = (unsigned)place_of(k), segment = at / TOGETHER;
        v[k] = in[(int64_t)(segment % rows) * ROW + segment / rows * TOGETHER + at % TOGETHER];
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) sum += v[k].x + v[k].y;
    keep(sum, &out[place_of(0)]);
}

struct places {
    const double2 *in[4];
    double2 *out;
    int64_t tiles;
    cudaStream_t stream;
};

static enum status read(const struct places &p)
{
    LAUNCH(read_tile, (unsigned)p.tiles, THREADS, 0, p.stream, p.in[0], p.out);
    return ST_OK;
}

static enum status copy(const struct places &p)
{
    LAUNCH(copy_tile, (unsigned)p.tiles, THREADS, 0, p.stream, p.in[0], p.out);
    return ST_OK;
}

static enum status runtime_copy(const struct places &p)
{
    const size_t bytes = (size_t)p.tiles * PASS_TILE;
    const cudaError_t e = cudaMemcpyAsync(p.out, p.in[0], bytes, cudaMemcpyDeviceToDevice, p.stream);
    return e == cudaSuccess ? ST_OK : fail(ST_DEVICE, "a copy failed: %s", cudaGetErrorString(e));
}

static enum status solve(const struct places &p)
{
    LAUNCH(solve_tile, (unsigned)p.tiles, THREADS, 0, p.stream, p.in[0], p.in[1], p.in[2], p.in[3], p.out);
    return ST_OK;
}

template <int BYTES> static enum status segments(const struct places &p)
{
    const unsigned rows = (unsigned)(p.tiles * ((int)PASS_TILE / (int)SEGMENT_STRIDE));
    LAUNCH(read_segments<BYTES>, (unsigned)p.tiles, THREADS, 0, p.stream, p.in[0], p.out, rows);
    return ST_OK;
}

static const struct {
    const char *name;
    int arrays;
    enum status (*queue)(const struct places &p);
} passes[PASSES] = {{"read", 1, read},
                    {"copy", 2, copy},
                    {"memcpy", 2, runtime_copy},
                    {"solve", 5, solve},
                    {"segments_32", 1, segments<32>},
                    {"segments_64", 1, segments<64>},
                    {"segments_128", 1, segments<128>}};

extern "C" enum status pass_queue(enum pass which, void *const array[PASS_ARRAYS], int64_t tiles,
                                  const struct exec *exec)
{
    struct places p = {{}, (double2 *)array[4], tiles, (cudaStream_t)exec->stream};
    for (int k = 0; k < 4; k++) p.in[k] = (const double2 *)array[k];
    return passes[which].queue(p);
}

extern "C" int pass_arrays(enum pass which)
{
    return passes[which].arrays;
}

extern "C" const char *pass_name(enum pass which)
{
    return passes[which].name;
}

__device__ __forceinline__ real unit_at(int64_t k, int array)
{
    return random_at(k, array) < 0 ? RC(-1.0) : RC(1.0);
}

template <int KIND> __global__ void fill_rows(real *to, int64_t count, int64_t run)
{
    const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    real *const at = to + k / run * 4 * run + k % run;
    struct random_row row = random_row(k);
    if (KIND == ROWS_RANDOM) row.diag = random_at(k, 2);
    if (KIND == ROWS_ZERO_DIAGONAL) row.lower = unit_at(k, 0), row.diag = 0, row.upper = unit_at(k, 1);
    at[0] = row.lower;
    at[run] = row.diag;
    at[2 * run] = row.upper;
    at[3 * run] = row.rhs;
}

extern "C" void rows_queue(real *to, int64_t count, int64_t run, enum rows_kind kind, const struct exec *exec)
{
    static void (*const fill[ROWS_KINDS])(real *, int64_t, int64_t) = {fill_rows<ROWS_DOMINANT>, fill_rows<ROWS_RANDOM>,
                                                                       fill_rows<ROWS_ZERO_DIAGONAL>};
    LAUNCH(fill[kind], (unsigned)((count - 1) / THREADS + 1), THREADS, 0, exec->stream, to, count, run);
}

__global__ void clear_ends(real *lower, real *upper, struct shape shape)
{
    const int64_t s = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= shape.batch) return;
    const int64_t first = shape_start(&shape, s);
    lower[first] = RC(0.0);
    upper[first + (shape.n - 1) * shape.stride] = RC(0.0);
}

extern "C" void ends_queue(real *lower, real *upper, const struct shape *shape, const struct exec *exec)
{
    LAUNCH(clear_ends, (unsigned)((shape->batch - 1) / THREADS + 1), THREADS, 0, exec->stream, lower, upper, *shape);
}
