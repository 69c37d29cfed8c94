/* Writes out matrices on the device, one thread per row: neighbouring threads write neighbours. */
#include "base/device/gpu.h"
#include "solvers/batch/copies.h"

enum { THREADS = 256 };
static const int64_t blocks_max = 1 << 20;

static __global__ void write_rows(struct copies c, bool by_systems)
{
    const int64_t rows = c.to.n, all = rows * c.systems;
    for (int64_t e = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; e < all; e += (int64_t)gridDim.x * blockDim.x) {
        const int64_t s = by_systems ? e % c.systems : e / rows, i = by_systems ? e / c.systems : e % rows;
        const struct line l = copies_line(&c, s);
        if (i < l.n) copies_row(&c, l, shape_matrix_start(&c.to, s), i);
    }
}

extern "C" void copies_write_device(const struct copies *c, const struct exec *exec)
{
    const int64_t needed = (c->to.n * c->systems + THREADS - 1) / THREADS;
    if (needed == 0) return;
    LAUNCH(write_rows, (unsigned)(needed < blocks_max ? needed : blocks_max), THREADS, 0, exec->stream, *c,
           copies_side_by_side(c));
}
