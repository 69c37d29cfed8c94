/* The first pass: R and the stages before the last one, while the values are in the caches.
 *
 * A plane of a 3D grid: BLOCK rows at a time get their right side, are solved along x and out along y into a plane
 * of scratch. The plane after it takes the other way along y, so that it fills the place of a row as soon as the
 * way back of the first one has streamed it to d: memory is read, written and waited for while the processor
 * has other work. u comes from memory once if three planes fit the last-level cache: the planes beside k have
 * just been used.
 *
 * BLOCK rows of a 2D grid: right side and lines along x; y is the last axis. */
#include <string.h>

#include "apps/adi/fused/fused.h"
#include "apps/adi/fused/fused_stream.h"

/* The row j, at `at` of the last axis, to d. */
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

static struct plane_workspace room_of(const struct fused *f, real *scratch)
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
                        int way, const struct plane_workspace *room, const real *before, real *rows, real *sum)
{
    const int64_t ny = f->axis[1].n, end = smaller(j + BLOCK, ny), ahead = (way ? -BLOCK : BLOCK) * f->axis[0].n;
    for (int64_t at = j, g = 0; at < end; at += LANES, g++)
        fused_forward(f, data, u, at, smaller(LANES, end - at), k, ahead, room->more,
                      room->strips + g * LANES * f->row);
    fused_xy(f, data, j, k, way, room->strips, before, rows, sum);
}

void fused_rows(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                real *scratch)
{
    const struct plane_workspace room = room_of(f, scratch);
    for (int64_t b = from; b < to; b++) {
        const int64_t j = b * BLOCK;
        solve_block(f, data, u, j, 0, 0, &room, NULL, room.plane, NULL);
        for (int64_t q = 0; q < smaller(BLOCK, f->axis[1].n - j); q++) emit(f, j + q, 0, room.plane + q * f->row);
    }
    stream_end();
}

/* x: the row of the solution that came before, then row j, which also goes to d, divided by its pivot: the other
 * way has other pivots, and the next plane goes it. */
INLINE void back(const struct fused *f, int64_t k, int64_t j, const struct plane_workspace *room, const bool cyclic)
{
    const struct direction *const y = &f->axis[1].way[k % 2];
    const real h = y->h[j], e = y->e[j], w = y->w[j];
    const int64_t columns = f->tiles.columns;
    const real *const row = room->plane + j * f->row;
    for (int64_t p = 0; p < f->tiles.across; p++) {
        const int64_t from = p * columns, to = smaller(from + columns, f->row);
        real *const d = tile_row(f, k, j, p) - from;
        for (int64_t i = from; i < to; i += LANES) {
            vec v = h * vec_load(room->x + i) + vec_load(row + i);
            if (cyclic) v += e * vec_load(room->top + i);
            vec_store(room->x + i, v);
            stream(d + i, w * v);
        }
    }
}

/* What the z stage is given at an end of its lines. */
static void emit_end(const struct fused *f, const struct step_data *data, int64_t k, int64_t j,
                     const struct plane_workspace *room)
{
    const struct fused_axis *const a = f->axis;
    const int64_t nx = a[0].n;
    const real *restrict const p_x = a[0].way[0].p, *restrict const x = room->x, w_y = a[1].way[k % 2].w[j];
    real *restrict const copy = room->copy;
    for (int64_t i = 0; i < f->row; i++) copy[i] = w_y * x[i];
    for (int side = 0; side < 2; side++) {
        const real *restrict const stage = data->stage_face[2][side];
        if (k != (side ? a[2].n - 1 : 0)) continue;
        if (a[2].fixed[side]) memset(copy, 0, (size_t)nx * sizeof(real));
        for (int64_t i = 0; stage && i < nx; i++) copy[i] += stage[j * nx + i] * p_x[i];
    }
    emit(f, k, j, copy);
}

static void back_block(const struct fused *f, const struct step_data *data, int64_t k, int64_t j,
                       const struct plane_workspace *room)
{
    const int64_t rows = smaller(BLOCK, f->axis[1].n - j);
    for (int64_t q = 0; q < rows; q++) {
        const int64_t at = k % 2 ? j + q : j + rows - 1 - q;
        if (f->axis[1].cyclic) back(f, k, at, room, true);
        else back(f, k, at, room, false);
        if (k == 0 || k == f->axis[2].n - 1) emit_end(f, data, k, at, room);
    }
}

/* The end of the way out. */
static void close(const struct fused *f, int64_t way, const struct plane_workspace *room)
{
    const int64_t n = f->row;
    real *const last = room->plane + (way ? 0 : f->axis[1].n - 1) * n;
    for (int64_t i = 0; f->axis[1].cyclic && i < n; i++) last[i] += room->sum[i];
    memcpy(room->top, last, (size_t)n * sizeof(real));
    memset(room->x, 0, (size_t)n * sizeof(real));
    memset(room->sum, 0, (size_t)n * sizeof(real));
}

void fused_planes(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                  real *scratch)
{
    const struct plane_workspace room = room_of(f, scratch);
    const int64_t ny = f->axis[1].n, n = f->row, blocks = (ny + BLOCK - 1) / BLOCK;
    memset(room.sum, 0, (size_t)n * sizeof(real));
    for (int64_t k = from; k <= to; k++) {
        const int way = (int)(k % 2);
        for (int64_t b = 0; b < blocks; b++) {
            const int64_t j = (way ? blocks - 1 - b : b) * BLOCK;
            real *const rows = room.plane + j * n;
            const real *const before = way ? rows + smaller(BLOCK, ny - j) * n : rows - n;
            if (k > from) back_block(f, data, k - 1, j, &room);
            if (k < to) solve_block(f, data, u, j, k, way, &room, b ? before : NULL, rows, room.sum);
        }
        close(f, way, &room);
    }
    stream_end();
}
