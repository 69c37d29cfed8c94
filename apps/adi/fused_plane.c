/* The first pass: R and the stages before the last one, while the values are in the caches.
 *
 * A plane of a 3D grid: BLOCK rows at a time get their right side, are solved along x and eliminated upwards
 * along y into a plane of scratch, which is then solved downwards and streamed to d. u comes from memory
 * once if three planes and the scratch fit the last-level cache: the planes beside k have just been used.
 * BLOCK rows of a 2D grid: right side and lines along x; y is the last axis. */
#include <string.h>

#include "apps/adi/fused.h"
#include "apps/adi/fused_stream.h"

/* What the stage of axis d is given where its lines end: a row at `at` of the axis, `first` in the planes of faces. */
static void set_ends(const struct fused *f, const struct step_data *data, int d, int64_t at, int64_t first,
                     real *restrict row)
{
    const struct axis *const a = &f->axis[d];
    const int64_t n = f->axis[0].n;
    for (int side = 0; side < 2; side++) {
        const real *restrict const stage = data->stage_face[d][side];
        if (at != (side ? a->n - 1 : 0)) continue;
        if (a->fixed[side]) memset(row, 0, (size_t)n * sizeof(real));
        for (int64_t i = 0; stage && i < n; i++) row[i] += stage[first + i];
    }
}

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

static void solve_block(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                        real *block)
{
    const int64_t rows = smaller(BLOCK, f->axis[1].n - j);
    for (int64_t q = 0; q < rows; q++) fused_rhs(f, data, u, j + q, k, block + q * f->ld);
    fused_x(&f->axis[0], block, f->ld);
}

int64_t fused_rows_room(const struct fused *f)
{
    return BLOCK * f->ld;
}

void fused_rows(const struct fused *f, const struct step_data *data, const real *u, int64_t j, real *scratch)
{
    const int64_t rows = smaller(BLOCK, f->axis[1].n - j);
    solve_block(f, data, u, j, 0, scratch);
    for (int64_t q = 0; q < rows; q++) {
        real *const row = scratch + q * f->ld;
        set_ends(f, data, 1, j + q, 0, row);
        emit(f, j + q, 0, row);
    }
    stream_end();
}

static void upwards(const struct axis *y, int64_t j, int64_t n, const real *restrict d, const real *restrict before,
                    real *restrict out, real *restrict sum)
{
    const real w = y->w[j], l = y->l[j], r = y->r[j];
    for (int64_t i = 0; i < n; i++) out[i] = w * d[i] + l * before[i];
    for (int64_t i = 0; y->cyclic && i < n; i++) sum[i] += r * out[i];
}

/* x: row j + 1 of the solution, then row j, which also goes to d: it will not be read in this pass. */
INLINE void downwards(const struct fused *f, int64_t k, int64_t j, const real *row, const real *end, real *x,
                      const bool cyclic)
{
    const struct axis *const y = &f->axis[1];
    const real h = y->h[j], e = y->e[j];
    const int64_t columns = f->tiles.columns;
    for (int64_t p = 0; p < f->tiles.across; p++) {
        const int64_t from = p * columns, to = smaller(from + columns, f->row);
        real *const d = tile_row(f, k, j, p) - from;
        for (int64_t i = from; i < to; i += LANES) {
            vec v = h * vec_load(x + i) + vec_load(row + i);
            if (cyclic) v += e * vec_load(end + i);
            vec_store(x + i, v);
            stream(d + i, v);
        }
    }
}

int64_t fused_plane_room(const struct fused *f)
{
    return fused_rows_room(f) + (f->axis[1].n + 3) * f->row;
}

void fused_plane(const struct fused *f, const struct step_data *data, const real *u, int64_t k, real *scratch)
{
    const struct axis *const y = &f->axis[1];
    const int64_t nx = f->axis[0].n, ny = y->n, n = f->row;
    const bool at_end = k == 0 || k == f->axis[2].n - 1;
    real *const block = scratch, *const x = block + fused_rows_room(f), *const sum = x + n, *const copy = sum + n;
    real *const plane = copy + n, *const top = plane + (ny - 1) * n;

    memset(x, 0, 2 * (size_t)n * sizeof(real));
    for (int64_t j = 0; j < ny; j++) {
        real *const given = block + j % BLOCK * f->ld, *const row = plane + j * n;
        if (j % BLOCK == 0) solve_block(f, data, u, j, k, block);
        set_ends(f, data, 1, j, k * nx, given);
        upwards(y, j, n, given, j ? row - n : given, row, sum);
    }
    for (int64_t i = 0; y->cyclic && i < n; i++) top[i] += sum[i];
    for (int64_t j = ny - 1; j >= 0; j--) {
        const real *const row = plane + j * n;
        if (y->cyclic) downwards(f, k, j, row, top, x, true);
        else downwards(f, k, j, row, top, x, false);
        if (!at_end) continue;
        memcpy(copy, x, (size_t)n * sizeof(real));
        set_ends(f, data, 2, k, j * nx, copy);
        emit(f, k, j, copy);
    }
    stream_end();
}
