/* The first pass: R and the stages before the last one, while the values are in the caches.
 *
 * A plane of a 3D grid: BLOCK rows at a time get their right side, are solved along x, and eliminated along y into a
 * plane of scratch. The next plane is eliminated in the opposite direction along y, so that it overwrites a row as soon
 * as the back substitution of the plane before has streamed it to d: loads and stores overlap with computation. u comes
 * from memory once if three planes fit the last-level cache: the planes next to k have just been used.
 *
 * BLOCK rows of a 2D grid: right side and lines along x; y is the last axis. */
#include <string.h>

#include "apps/adi/fused/fused.h"
#include "apps/adi/fused/fused_stream.h"

/* Streams row j, at index `at` of the last axis, to d. */
static void emit(const struct fused *f, int64_t at, int64_t j, const real *row)
{
    const int64_t columns = f->tiles.columns;
    for (int64_t p = 0; p < f->tiles.across; p++) {
        const int64_t n = smaller(columns, f->row - p * columns);
        real *const d = tile_row(f, at, j, p);
        for (int64_t i = 0; i < n; i += LANES) stream(d + i, vec_load(row + p * columns + i));
    }
}

/* Scratch of a thread. */
struct plane_workspace {
    real *more, *strips, *x, *top, *sum, *copy, *plane;
};

static struct plane_workspace workspace_of(const struct fused *f, real *scratch)
{
    struct plane_workspace r = {.more = scratch};
    r.strips = r.more + LANES * f->row;
    r.x = r.strips + BLOCK * f->row;
    r.top = r.x + f->row;
    r.sum = r.top + f->row;
    r.copy = r.sum + f->row;
    r.plane = r.copy + f->row;
    return r;
}

int64_t fused_planes_workspace(const struct fused *f)
{
    return (LANES + BLOCK + 4 + f->axis[1].n) * f->row;
}

int64_t fused_rows_workspace(const struct fused *f)
{
    return (LANES + BLOCK + 4 + BLOCK) * f->row;
}

/* BLOCK rows from j on to `rows`. */
static void solve_block(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                        int direction, const struct plane_workspace *ws, const real *before, real *rows, real *sum)
{
    const int64_t ny = f->axis[1].n, end = smaller(j + BLOCK, ny), ahead = (direction ? -BLOCK : BLOCK) * f->axis[0].n;
    for (int64_t at = j, g = 0; at < end; at += LANES, g++) {
        fused_forward(f, data, u, at, smaller(LANES, end - at), k, ahead, ws->more, ws->strips + g * LANES * f->row);
        for (int64_t row = at; row < smaller(at + LANES, end); row++)
            step_show(data, row, k, u + (k * ny + row) * f->axis[0].n);
    }
    fused_xy(f, data, j, k, direction, ws->strips, before, rows, sum);
}

void fused_rows(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                real *scratch)
{
    const struct plane_workspace ws = workspace_of(f, scratch);
    for (int64_t b = from; b < to; b++) {
        const int64_t j = b * BLOCK;
        solve_block(f, data, u, j, 0, 0, &ws, NULL, ws.plane, NULL);
        for (int64_t q = 0; q < smaller(BLOCK, f->axis[1].n - j); q++) emit(f, j + q, 0, ws.plane + q * f->row);
    }
    stream_end();
}

/* x: the row of the solution before, then row j, which also goes to d, divided by its pivot here since the next
 * plane, solved in the opposite direction, has other pivots. */
INLINE void substitute(const struct fused *f, int64_t k, int64_t j, const struct plane_workspace *ws, const bool cyclic)
{
    const struct direction *const y = &f->axis[1].direction[k % 2];
    const real h = y->h[j], e = y->e[j], w = y->w[j];
    const int64_t columns = f->tiles.columns;
    const real *const row = ws->plane + j * f->row;
    for (int64_t p = 0; p < f->tiles.across; p++) {
        const int64_t from = p * columns, to = smaller(from + columns, f->row);
        real *const d = tile_row(f, k, j, p) - from;
        for (int64_t i = from; i < to; i += LANES) {
            vec v = h * vec_load(ws->x + i) + vec_load(row + i);
            if (cyclic) v += e * vec_load(ws->top + i);
            vec_store(ws->x + i, v);
            stream(d + i, w * v);
        }
    }
}

/* The right side of the z stage at an end of its lines. */
static void emit_end(const struct fused *f, const struct step_data *data, int64_t k, int64_t j,
                     const struct plane_workspace *ws)
{
    const struct fused_axis *const a = f->axis;
    const int64_t nx = a[0].n;
    const real *restrict const p_x = a[0].direction[0].p, *restrict const x = ws->x, w_y = a[1].direction[k % 2].w[j];
    real *restrict const copy = ws->copy;
    for (int64_t i = 0; i < f->row; i++) copy[i] = w_y * x[i];
    for (int side = 0; side < 2; side++) {
        const real *restrict const stage = data->stage_face[2][side];
        if (k != (side ? a[2].n - 1 : 0)) continue;
        if (a[2].fixed[side]) memset(copy, 0, (size_t)nx * sizeof(real));
        for (int64_t i = 0; stage && i < nx; i++) copy[i] += stage[j * nx + i] * p_x[i];
    }
    emit(f, k, j, copy);
}

static void substitute_block(const struct fused *f, const struct step_data *data, int64_t k, int64_t j,
                             const struct plane_workspace *ws)
{
    const int64_t rows = smaller(BLOCK, f->axis[1].n - j);
    for (int64_t q = 0; q < rows; q++) {
        const int64_t at = k % 2 ? j + q : j + rows - 1 - q;
        if (f->axis[1].cyclic) substitute(f, k, at, ws, true);
        else substitute(f, k, at, ws, false);
        if (k == 0 || k == f->axis[2].n - 1) emit_end(f, data, k, at, ws);
    }
}

/* Ends the forward elimination: the last row becomes the first value of the back substitution. */
static void end_forward(const struct fused *f, int64_t direction, const struct plane_workspace *ws)
{
    const int64_t n = f->row;
    real *const last = ws->plane + (direction ? 0 : f->axis[1].n - 1) * n;
    for (int64_t i = 0; f->axis[1].cyclic && i < n; i++) last[i] += ws->sum[i];
    memcpy(ws->top, last, (size_t)n * sizeof(real));
    memset(ws->x, 0, (size_t)n * sizeof(real));
    memset(ws->sum, 0, (size_t)n * sizeof(real));
}

void fused_planes(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                  real *scratch)
{
    const struct plane_workspace ws = workspace_of(f, scratch);
    const int64_t ny = f->axis[1].n, n = f->row, blocks = (ny + BLOCK - 1) / BLOCK;
    memset(ws.sum, 0, (size_t)n * sizeof(real));
    for (int64_t k = from; k <= to; k++) {
        const int direction = (int)(k % 2);
        for (int64_t b = 0; b < blocks; b++) {
            const int64_t j = (direction ? blocks - 1 - b : b) * BLOCK;
            real *const rows = ws.plane + j * n;
            const real *const before = direction ? rows + smaller(BLOCK, ny - j) * n : rows - n;
            if (k > from) substitute_block(f, data, k - 1, j, &ws);
            if (k < to) solve_block(f, data, u, j, k, direction, &ws, b ? before : NULL, rows, ws.sum);
        }
        end_forward(f, direction, &ws);
    }
    stream_end();
}
