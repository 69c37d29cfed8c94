/* The second pass: the lines of the last axis, a tile of them at a time with its intermediate values in the
 * cache, and u += D on the way down. Reads d and u once and writes u once.
 *
 * d is read in order. The rows of u lie a plane apart, where no hardware prefetcher follows, and are asked
 * for by hand. */
#include <string.h>

#include "apps/adi/fused.h"

enum { AHEAD = 2 };

static void upwards(const struct axis *a, const real *d, int64_t n, real *t)
{
    real *restrict const sum = t + a->n * n;
    memset(sum, 0, (size_t)n * sizeof(real));
    for (int64_t k = 0; k < a->n; k++) {
        const real w = a->w[k], l = a->l[k], r = a->r[k];
        const real *restrict const in = d + k * n, *restrict const before = k ? t + (k - 1) * n : in;
        real *restrict const out = t + k * n;
        for (int64_t i = 0; i < n; i += LINE) prefetch(in + n + i);
        for (int64_t i = 0; i < n; i++) out[i] = w * in[i] + l * before[i];
        for (int64_t i = 0; a->cyclic && i < n; i++) sum[i] += r * out[i];
    }
    for (int64_t i = 0; a->cyclic && i < n; i++) t[(a->n - 1) * n + i] += sum[i];
}

static void add(int64_t n, const real *restrict x, real *restrict u)
{
    for (int64_t i = 0; i < n; i++) u[i] += x[i];
}

/* u: the first of `rows` rows of nx points that are `ld` apart in the tile; planes are `stride` apart. */
static void downwards(const struct axis *a, real *u, int64_t stride, int64_t rows, int64_t nx, int64_t ld, int64_t n,
                      real *t)
{
    const real *restrict const top = t + (a->n - 1) * n;
    real *restrict const x = t + a->n * n;
    memset(x, 0, (size_t)n * sizeof(real));
    for (int64_t k = a->n - 1; k >= 0; k--) {
        const real h = a->h[k], e = a->e[k];
        const real *restrict const y = t + k * n;
        for (int64_t i = 0; k >= AHEAD && i < rows * nx; i += LINE) prefetch(u + (k - AHEAD) * stride + i);
        for (int64_t i = 0; i < n; i++) x[i] = h * x[i] + y[i];
        for (int64_t i = 0; a->cyclic && i < n; i++) x[i] += e * top[i];
        for (int64_t j = 0; j < rows; j++) add(nx, x + j * ld, u + k * stride + j * nx);
    }
}

int64_t fused_tile_room(const struct fused *f)
{
    return (f->axis[f->last].n + 1) * f->tiles.rows * f->tiles.columns;
}

void fused_tile(const struct fused *f, real *u, int64_t tile, real *scratch)
{
    const struct axis *const a = &f->axis[f->last];
    const struct tiles *const t = &f->tiles;
    const int64_t nx = f->axis[0].n, ny = f->last == 2 ? f->axis[1].n : 1, n = t->rows * t->columns;
    const int64_t j = tile / t->across * t->rows, i = tile % t->across * t->columns;
    const int64_t rows = smaller(t->rows, ny - j), columns = smaller(t->columns, nx - i);
    upwards(a, f->d + tile * t->size, n, scratch);
    downwards(a, u + j * nx + i, nx * ny, rows, columns, t->columns, n, scratch);
}
