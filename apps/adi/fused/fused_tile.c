/* The second pass: the lines of the last axis, a tile of them at a time with its intermediate values in the cache,
 * and u += D during the back substitution. Reads d and u once and writes u once.
 *
 * A tile is solved in the opposite direction of the one before it, and overwrites a run as soon as the back
 * substitution of that tile has read it. d is read sequentially. The rows of u lie a plane apart, where no hardware
 * prefetcher follows, so the code prefetches them. */
#include <string.h>

#include "apps/adi/fused/fused.h"
#include "base/tuning/tuning.h"

/* A tile and its rows of u, nx points of each. */
struct part {
    const struct direction *direction;
    const real *d;
    real *u;
    int64_t stride, rows, row, nx, ld; /* of u: from plane to plane, rows, from row to row; ld: rows of the tile */
    const real *w_x;
};

/* Scratch of a thread: t the eliminated values of a tile; z, top and sum rows of it. */
struct tile_workspace {
    real *t, *z, *top, *sum;
};

static struct part part_of(const struct fused *f, real *u, int64_t tile)
{
    const struct fused_axis *const x = &f->axis[0], *const y = &f->axis[1];
    const struct tiles *const t = &f->tiles;
    const bool flat = f->last == 1;
    const int64_t j = tile / t->across * t->rows, i = tile % t->across * t->columns;
    return (struct part){.direction = &f->axis[f->last].direction[tile % 2],
                         .d = f->d + tile * t->size,
                         .u = u + j * x->n + i,
                         .stride = flat ? x->n : x->n * y->n,
                         .rows = smaller(t->rows, flat ? 1 : y->n - j),
                         .row = x->n,
                         .nx = smaller(t->columns, x->n - i),
                         .ld = t->columns,
                         .w_x = x->direction[0].w + i};
}

/* Forward elimination of one run. before: the run before, in this direction. */
static void eliminate(const struct part *p, int64_t k, int64_t n, int64_t ahead, const real *restrict before,
                      bool cyclic, const struct tile_workspace *workspace)
{
    const real l = p->direction->l[k], r = p->direction->r[k];
    const real *restrict const d = p->d + k * n;
    real *restrict const t = workspace->t + k * n, *restrict const sum = workspace->sum;
    for (int64_t i = 0; i < n; i += LINE) prefetch(d + ahead * n + i);
    for (int64_t i = 0; i < n; i++) t[i] = d[i] + l * before[i];
    for (int64_t i = 0; cyclic && i < n; i++) sum[i] += r * t[i];
}

/* u += D, with the division by the pivots. */
static void add(int64_t n, real w, const real *restrict w_x, const real *restrict z, real *restrict u)
{
    for (int64_t i = 0; i < n; i++) u[i] += w * w_x[i] * z[i];
}

static void substitute(const struct part *p, int64_t k, int64_t n, int64_t ahead, bool cyclic,
                       const struct tile_workspace *workspace)
{
    const real h = p->direction->h[k], e = p->direction->e[k], w = p->direction->w[k];
    const real *restrict const t = workspace->t + k * n, *restrict const top = workspace->top;
    real *restrict const z = workspace->z;
    real *const u = p->u + k * p->stride;
    for (int64_t i = 0; i < p->rows * p->nx; i += LINE) prefetch(u + ahead * p->stride + i);
    for (int64_t i = 0; i < n; i++) z[i] = h * z[i] + t[i];
    for (int64_t i = 0; cyclic && i < n; i++) z[i] += e * top[i];
    for (int64_t j = 0; j < p->rows; j++) add(p->nx, w, p->w_x, z + j * p->ld, u + j * p->row);
}

/* Ends the forward elimination: the last run becomes the first value of the back substitution. */
static void end_forward(int64_t n, bool cyclic, real *restrict last, const struct tile_workspace *workspace)
{
    for (int64_t i = 0; cyclic && i < n; i++) last[i] += workspace->sum[i];
    memcpy(workspace->top, last, (size_t)n * sizeof(real));
    memset(workspace->z, 0, (size_t)n * sizeof(real));
    memset(workspace->sum, 0, (size_t)n * sizeof(real));
}

int64_t fused_tiles_workspace(const struct fused *f)
{
    return (f->axis[f->last].n + 3) * f->tiles.rows * f->tiles.columns;
}

void fused_tiles(const struct fused *f, real *u, int64_t from, int64_t to, real *scratch)
{
    const struct fused_axis *const a = &f->axis[f->last];
    const int64_t n = f->tiles.rows * f->tiles.columns, ahead = tuning_value(TUNING_FUSED_AHEAD);
    const struct tile_workspace workspace = {scratch + 3 * n, scratch, scratch + n, scratch + 2 * n};
    memset(workspace.sum, 0, (size_t)n * sizeof(real));
    for (int64_t tile = from; tile <= to; tile++) {
        const int64_t step = tile % 2 ? -1 : 1, first = tile % 2 ? a->n - 1 : 0;
        const struct part old = part_of(f, u, tile > from ? tile - 1 : tile),
                          new = part_of(f, u, smaller(tile, to - 1));
        for (int64_t s = 0; s < a->n; s++) {
            const int64_t k = first + s * step;
            if (tile > from) substitute(&old, k, n, step * ahead, a->cyclic, &workspace);
            if (tile < to)
                eliminate(&new, k, n, step, s ? workspace.t + (k - step) * n : new.d + k *n, a->cyclic, &workspace);
        }
        end_forward(n, a->cyclic, workspace.t + (a->n - 1 - first) * n, &workspace);
    }
}
