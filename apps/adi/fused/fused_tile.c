/* The second pass: the lines of the last axis, a tile of them at a time with its intermediate values in the
 * cache, and u += D on the way back. Reads d and u once and writes u once.
 *
 * A tile takes the other way than the one before it, and fills the place of a run as soon as the way back of that
 * one has left it. d is read in order. The rows of u lie a plane apart, where no hardware prefetcher follows, and
 * are asked for by hand. */
#include <string.h>

#include "apps/adi/fused/fused.h"

enum { AHEAD = 2 };

/* A tile and its rows of u, nx points of each. */
struct part {
    const struct direction *way;
    const real *d;
    real *u;
    int64_t stride, rows, row, nx, ld; /* of u: from plane to plane, rows, from row to row; ld: rows of the tile */
    const real *w_x;
};

/* Scratch of a thread: the values on the way, and rows of them. */
struct tile_workspace {
    real *t, *z, *top, *sum;
};

static struct part part_of(const struct fused *f, real *u, int64_t tile)
{
    const struct fused_axis *const x = &f->axis[0], *const y = &f->axis[1];
    const struct tiles *const t = &f->tiles;
    const bool flat = f->last == 1;
    const int64_t j = tile / t->across * t->rows, i = tile % t->across * t->columns;
    return (struct part){.way = &f->axis[f->last].way[tile % 2],
                         .d = f->d + tile * t->size,
                         .u = u + j * x->n + i,
                         .stride = flat ? x->n : x->n * y->n,
                         .rows = smaller(t->rows, flat ? 1 : y->n - j),
                         .row = x->n,
                         .nx = smaller(t->columns, x->n - i),
                         .ld = t->columns,
                         .w_x = x->way[0].w + i};
}

/* before: the run before, in this way. */
static void out(const struct part *p, int64_t k, int64_t n, int64_t ahead, const real *restrict before, bool cyclic,
                const struct tile_workspace *room)
{
    const real l = p->way->l[k], r = p->way->r[k];
    const real *restrict const d = p->d + k * n;
    real *restrict const t = room->t + k * n, *restrict const sum = room->sum;
    for (int64_t i = 0; i < n; i += LINE) prefetch(d + ahead * n + i);
    for (int64_t i = 0; i < n; i++) t[i] = d[i] + l * before[i];
    for (int64_t i = 0; cyclic && i < n; i++) sum[i] += r * t[i];
}

/* u += D, with the division by the pivots that is due. */
static void add(int64_t n, real w, const real *restrict w_x, const real *restrict z, real *restrict u)
{
    for (int64_t i = 0; i < n; i++) u[i] += w * w_x[i] * z[i];
}

static void back(const struct part *p, int64_t k, int64_t n, int64_t ahead, bool cyclic,
                 const struct tile_workspace *room)
{
    const real h = p->way->h[k], e = p->way->e[k], w = p->way->w[k];
    const real *restrict const t = room->t + k * n, *restrict const top = room->top;
    real *restrict const z = room->z;
    real *const u = p->u + k * p->stride;
    for (int64_t i = 0; i < p->rows * p->nx; i += LINE) prefetch(u + ahead * p->stride + i);
    for (int64_t i = 0; i < n; i++) z[i] = h * z[i] + t[i];
    for (int64_t i = 0; cyclic && i < n; i++) z[i] += e * top[i];
    for (int64_t j = 0; j < p->rows; j++) add(p->nx, w, p->w_x, z + j * p->ld, u + j * p->row);
}

/* The end of the way out. */
static void close(int64_t n, bool cyclic, real *restrict last, const struct tile_workspace *room)
{
    for (int64_t i = 0; cyclic && i < n; i++) last[i] += room->sum[i];
    memcpy(room->top, last, (size_t)n * sizeof(real));
    memset(room->z, 0, (size_t)n * sizeof(real));
    memset(room->sum, 0, (size_t)n * sizeof(real));
}

int64_t fused_tiles_workspace(const struct fused *f)
{
    return (f->axis[f->last].n + 3) * f->tiles.rows * f->tiles.columns;
}

void fused_tiles(const struct fused *f, real *u, int64_t from, int64_t to, real *scratch)
{
    const struct fused_axis *const a = &f->axis[f->last];
    const int64_t n = f->tiles.rows * f->tiles.columns;
    const struct tile_workspace room = {scratch + 3 * n, scratch, scratch + n, scratch + 2 * n};
    memset(room.sum, 0, (size_t)n * sizeof(real));
    for (int64_t tile = from; tile <= to; tile++) {
        const int64_t step = tile % 2 ? -1 : 1, first = tile % 2 ? a->n - 1 : 0;
        const struct part old = part_of(f, u, tile > from ? tile - 1 : tile),
                          new = part_of(f, u, smaller(tile, to - 1));
        for (int64_t s = 0; s < a->n; s++) {
            const int64_t k = first + s * step;
            if (tile > from) back(&old, k, n, step * AHEAD, a->cyclic, &room);
            if (tile < to) out(&new, k, n, step, s ? room.t + (k - step) * n : new.d + k *n, a->cyclic, &room);
        }
        close(n, a->cyclic, room.t + (a->n - 1 - first) * n, &room);
    }
}
