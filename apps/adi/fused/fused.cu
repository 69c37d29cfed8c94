/* The fused step on the device, one sweep per axis:
 *
 *     first axis    R, its lines            reads u, writes d
 *     next          lines                   reads and writes d
 *     last          lines, u += d           reads d and u, writes u
 *
 * 7 reals per point and step in three dimensions, 5 in two, and one more with a source; 56 bytes in double, the least
 * of any order that keeps complete lines, and a field between sweeps. Factors come from tables, without a division. J.
 * Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3; fused_device.h for the lines. */
#include "apps/adi/fused/fused_device.cuh"
#include "apps/adi/step/backend.h"
#include "apps/adi/step/face.h"
#include "apps/adi/step/rhs_point.cuh"
#include "base/device/device.h"
#include "base/memory.h"

static const struct terms whole = {0, {1, 1, 1}, 1, 1};

struct fused {
    struct stencil op;
    struct fused_sweeps sweeps;
    real *d;
};

/* The tile := R; a run is a line, as the axes before this one have one node. */
__device__ __forceinline__ void tile_explicit(const struct fused_sweep &s, const struct tile &t,
                                              const struct explicit_side &e, const real *u, real *tile)
{
    for (int o = threadIdx.x / warpSize; o < t.runs; o += SWEEP_THREADS / warpSize) {
        const int64_t first = t.start + o * t.stride;
        real *const row = tile + o * t.pitch;
        if (s.axis == 0) {
            const struct explicit_line line = explicit_line_of(e, first);
#pragma unroll 2
            for (int q = threadIdx.x % warpSize; q < t.length; q += warpSize)
                row[q] = explicit_on_line(e, line, u, first + q, q);
            continue;
        }
        int64_t at[3];
        grid_indices(&e.grid, first, at);
        for (int q = threadIdx.x % warpSize; q < t.length; q += warpSize) {
            const int64_t here[3] = {at[0], s.axis == 1 ? q : at[1], s.axis == 2 ? q : at[2]};
            row[q] = explicit_point<true>(e, u, first + q, here);
        }
    }
}

template <bool FIRST, bool LAST>
static __global__ void __launch_bounds__(SWEEP_THREADS, 4)
    sweep_lines(const __grid_constant__ struct fused_sweep s, const __grid_constant__ struct explicit_side e, real *u,
                real *d)
{
    SHARED_DYN(real, tile);
    const int length = s.chunks * s.rows;
    real *const l = tile + s.lines * length, *const h = l + length, *const edge = h + length;
    const struct tile t = tile_here(s);
    for (int i = threadIdx.x; i < length; i += SWEEP_THREADS) l[i] = s.l[i], h[i] = s.h[i];
    if (FIRST) tile_explicit(s, t, e, u, tile);
    else
        tile_each(
            s, t, [=](int64_t p) { return d[p]; }, [=](int at, int64_t, int, real v) { tile[at] = v; });
    __syncthreads();
    const struct chunk c = chunk_here(s, t, tile);
    chunk_prescribe(s, c, e.data.stage_face[s.axis], t.line + c.line);
    chunk_solve(s, c, l, h, edge);
    __syncthreads();
    tile_each(
        s, t, [=](int64_t p) { return LAST ? u[p] : 0; },
        [=, w = s.w](int at, int64_t p, int row, real v) { (LAST ? u : d)[p] = v + tile[at] * w[row]; });
}

static void (*const sweep[2][2])(struct fused_sweep, struct explicit_side, real *, real *) = {
    {sweep_lines<false, false>, sweep_lines<false, true>}, {sweep_lines<true, false>, sweep_lines<true, true>}};

/* One limit for all plans, so that none lowers that of another. */
static enum status allow_shared()
{
    const int64_t max = device_block_bytes();
    for (int k = 0; k < 4; k++)
        if (cudaFuncSetAttribute(sweep[k / 2][k % 2], cudaFuncAttributeMaxDynamicSharedMemorySize, (int)max) !=
            cudaSuccess) {
            cudaGetLastError(); /* the next check of a launch would find it */
            return fail(ST_DEVICE, "fused: the device does not give %lld bytes of shared memory to a block",
                        (long long)max);
        }
    return ST_OK;
}

enum status fused_make_device(struct fused **out, const struct stencil *op)
{
    struct fused *f = NULL;
    *out = NULL;
    TRY(mem_alloc(&f, HOST, sizeof *f));
    f->op = *op;
    enum status s = fused_sweeps_make(&f->sweeps, op->grid);
    if (s == ST_OK) s = allow_shared();
    if (s == ST_OK) s = mem_array(&f->d, DEVICE, op->grid->points, sizeof *f->d);
    if (s == ST_OK) *out = f;
    else fused_free_device(f);
    return s;
}

struct fused *fused_free_device(struct fused *f)
{
    fused_sweeps_free(&f->sweeps);
    mem_free(f->d);
    mem_free(f);
    return NULL;
}

enum status fused_factor_device(struct fused *f, const struct line_operator line[3])
{
    return fused_sweeps_factor(&f->sweeps, line, &f->op.exec);
}

void fused_step_device(struct fused *f, real *u, const struct step_data *data)
{
    const struct explicit_side e = explicit_side_of(&f->op, &whole, data);
    for (int i = 0; i < f->sweeps.count; i++) {
        const struct fused_sweep *const s = &f->sweeps.sweep[i];
        const int64_t bytes = fused_sweep_shared_bytes(s);
        const auto kernel = sweep[i == 0][i == f->sweeps.count - 1];
        LAUNCH(kernel, tile_blocks(*s), SWEEP_THREADS, bytes, f->op.exec.stream, *s, e, u, f->d);
    }
    if (f->sweeps.count > 0) return;
    rhs_evaluate_device(&f->op, &whole, data, u, f->d);
    field_add_device(&f->op, f->d, u);
}

double fused_bytes_per_point_device(const struct fused *f, const struct step_data *data)
{
    const int sweeps = f->sweeps.count;
    return ((sweeps > 1 ? 2 * sweeps + 1 : 2) + (data->source != NULL)) * (double)sizeof(real);
}
