/* Copies a batch between layouts on the device: a tile of 1024 elements goes through the shared memory of a block.
 * Warps read and write neighbouring elements on both sides if systems or rows of either layout are neighbours. */
#include "base/device/device.h"
#include "base/device/gpu.h"
#include "solvers/batch/relayout.h"

enum { ELEMENTS = 1024, THREADS = 256, EACH = ELEMENTS / THREADS, FEW = 16 };

/* Element e of a tile of so many systems, counted along that of rows and systems which lies closer. */
template <int SYSTEMS> struct spot {
    int system, row;
    __device__ __forceinline__ spot(int e, bool by_rows)
    {
        const int rows = ELEMENTS / SYSTEMS;
        system = by_rows ? e / rows : e % SYSTEMS;
        row = by_rows ? e % rows : e / SYSTEMS;
    }
};

/* Copies systems in tiles. The start of each system of a block, a division, is computed once. */
template <int SYSTEMS>
__global__ void move_tiles(real *to, struct shape to_shape, const real *from, struct shape from_shape, int64_t down)
{
    const int rows = ELEMENTS / SYSTEMS;
    SHARED_ARRAY(real, value, SYSTEMS * (rows + 1));
    SHARED_ARRAY(int64_t, from_start, SYSTEMS);
    SHARED_ARRAY(int64_t, to_start, SYSTEMS);
    SHARED_ARRAY(int64_t, left, SYSTEMS);
    const int64_t s = (int64_t)blockIdx.x / down * SYSTEMS, i = (int64_t)blockIdx.x % down * rows;
    const int lane = threadIdx.x;
    if (lane < SYSTEMS) {
        const bool there = s + lane < from_shape.batch;
        left[lane] = there ? shape_rows(&from_shape, s + lane) - i : 0;
        from_start[lane] = there ? shape_start(&from_shape, s + lane) : 0;
        to_start[lane] = there ? shape_start(&to_shape, s + lane) : 0;
    }
    __syncthreads();
    const bool read_by_rows = relayout_by_rows(&from_shape), write_by_rows = relayout_by_rows(&to_shape);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        const spot<SYSTEMS> e(lane + k * THREADS, read_by_rows);
        if (e.row < left[e.system])
            value[e.system * (rows + 1) + e.row] = from[from_start[e.system] + (i + e.row) * from_shape.stride];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        const spot<SYSTEMS> e(lane + k * THREADS, write_by_rows);
        if (e.row < left[e.system])
            to[to_start[e.system] + (i + e.row) * to_shape.stride] = value[e.system * (rows + 1) + e.row];
    }
}

static int64_t tiles(int64_t count, int64_t size)
{
    return (count + size - 1) / size;
}

enum status relayout_device(real *to, const struct shape *to_shape, const real *from, const struct shape *from_shape,
                            const struct exec *exec)
{
    const int64_t n = from_shape->n, batch = from_shape->batch, width = batch < FEW ? 1 : 32;
    const int64_t down = tiles(n, ELEMENTS / width), blocks = tiles(batch, width) * down;
    if (blocks == 0) return ST_OK;
    if (blocks > INT32_MAX)
        return fail(ST_REFUSED, "%lld systems of %lld rows are too many to be copied at once", (long long)batch,
                    (long long)n);
    if (width == 1)
        LAUNCH(move_tiles<1>, (unsigned)blocks, THREADS, 0, exec->stream, to, *to_shape, from, *from_shape, down);
    else LAUNCH(move_tiles<32>, (unsigned)blocks, THREADS, 0, exec->stream, to, *to_shape, from, *from_shape, down);
    return ST_OK;
}
