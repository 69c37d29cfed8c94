/* The second pass: the lines of the last axis, a tile of them at a time with its eliminated values in the cache, and u
 * += D during the back substitution.
 *
 * A tile is solved in the opposite direction of the one before it, and overwrites a run as soon as the back
 * substitution of that tile has read it. d, links and pivots of a tile lie one after the other; the rows of u lie a
 * plane apart, where no hardware prefetcher follows, so the code prefetches them. Pivots are stored and read in
 * place of C: they take no more memory traffic, and the pass has no division. */
#include <string.h>

#include "apps/adi/pointwise/pointwise_data.h"
#include "apps/adi/pointwise/pointwise_side.h"
#include "base/tuning/tuning.h"

/* Scratch of a thread: y, g, e of a tile; x a run of its solution, top its last unknowns; lines: state of the
 * elimination. */
struct workspace {
    real *y, *g, *e, *x, *top;
    struct point_line *lines;
};

enum { STATE = sizeof(struct point_line) / sizeof(vec) };

static struct workspace workspace_of(const struct pointwise *f, real *scratch)
{
    const int64_t n = f->tiles.columns;
    struct workspace w = {.x = scratch, .top = scratch + n, .lines = (struct point_line *)(void *)(scratch + 2 * n)};
    w.y = scratch + (2 + STATE) * n;
    w.g = w.y + f->tiles.size;
    w.e = w.g + f->tiles.size;
    return w;
}

int64_t pointwise_tiles_workspace(const struct pointwise *f)
{
    return (2 + STATE) * f->tiles.columns + 3 * f->tiles.size;
}

/* Run i of a tile; step: to the run that comes next. */
static struct side_row run_at(const struct pointwise *f, int64_t tile, int64_t i, int64_t step,
                              const struct workspace *ws)
{
    const struct pointwise_axis *const a = &f->axis[f->last];
    const int64_t n = f->tiles.columns, first = tile * f->tiles.size, at = first + i * n;
    const real *const lower = f->link + first + (i ? i - 1 : a->n - 1) * n, *const upper = f->link + at;
    return (struct side_row){.weight = a->weight[i],
                             .loss = a->loss[i],
                             .cyclic = a->cyclic,
                             .last = i == (step < 0 ? 0 : a->n - 1),
                             .before = step < 0 ? upper : lower,
                             .after = step < 0 ? lower : upper,
                             .r = f->d + at,
                             .pivot = f->pivot + at,
                             .y = ws->y + i * n,
                             .g = ws->g + i * n,
                             .e = ws->e + i * n};
}

static void eliminate(const struct pointwise *f, int64_t tile, int64_t i, int64_t step, const struct workspace *ws)
{
    const int64_t n = f->tiles.columns, ahead = 2 * step * n;
    const struct side_row w = run_at(f, tile, i, step, ws);
    for (int64_t q = 0; q < n; q += LINE) {
        prefetch(w.r + ahead + q);
        prefetch(w.pivot + ahead + q);
        prefetch((step < 0 ? w.before : w.after) + ahead + q);
    }
    side_eliminate(ws->lines, &w, n, true);
}

static void substitute(const struct pointwise *f, int64_t tile, int64_t i, int64_t ahead, const struct workspace *ws,
                       real *u)
{
    const struct pointwise_tiles *const t = &f->tiles;
    const int64_t at = i * t->columns, first = tile * t->columns, n = smaller(t->columns, t->plane - first);
    real *const row = u + i * t->plane + first;
    for (int64_t q = 0; q < n; q += LINE) prefetch(row + ahead * t->plane + q);
    side_substitute(n, ws->y + at, ws->g + at, ws->e + at, ws->top, ws->x, f->axis[f->last].cyclic);
    for (int64_t q = 0; q < n; q++) row[q] += ws->x[q];
}

void pointwise_tiles(const struct pointwise *f, real *u, int64_t from, int64_t to, real *scratch)
{
    const struct pointwise_axis *const a = &f->axis[f->last];
    const struct workspace ws = workspace_of(f, scratch);
    const int64_t columns = f->tiles.columns, far = tuning_value(TUNING_FUSED_AHEAD);
    for (int64_t tile = from; tile <= to; tile++) {
        const int64_t step = tile % 2 ? -1 : 1, first = tile % 2 ? a->n - 1 : 0;
        side_begin(ws.lines, columns, a->cyclic);
        for (int64_t s = 0; s < a->n; s++) {
            const int64_t i = first + s * step;
            if (tile > from) substitute(f, tile - 1, i, step * far, &ws, u);
            if (tile < to) eliminate(f, tile, i, step, &ws);
        }
        memcpy(ws.top, ws.y + (a->n - 1 - first) * columns, (size_t)columns * sizeof(real));
        memset(ws.x, 0, (size_t)columns * sizeof(real));
    }
}

/* The pivots of a run. Beyond the plane C and links are 0, and pivots are never used. */
static void factor(struct point_line *lines, const struct side_row *w, const real *capacity, int64_t n)
{
    const bool last = w->cyclic && w->last;
    for (int64_t i = 0; i < n; i += LANES) {
        struct point_line *const s = lines + i / LANES;
        const struct point_row row = {w->weight * vec_load(w->before + i), w->weight * vec_load(w->after + i), {0}};
        const vec q = side_pivot(s, &row, load_first(capacity + i, n - i) + w->loss, w->cyclic, last);
        if (!last) point_line_eliminate(s, &row, q, w->cyclic);
        for (int64_t p = 0; p < smaller(LANES, n - i); p++) w->pivot[i + p] = q[p];
    }
}

void pointwise_pivots(const struct pointwise *f, int64_t from, int64_t to, real *scratch)
{
    const struct pointwise_axis *const a = &f->axis[f->last];
    const struct pointwise_tiles *const t = &f->tiles;
    const struct workspace ws = workspace_of(f, scratch);
    for (int64_t tile = from; tile < to; tile++) {
        const int64_t step = tile % 2 ? -1 : 1, n = smaller(t->columns, t->plane - tile * t->columns);
        side_begin(ws.lines, n, a->cyclic);
        for (int64_t s = 0; s < a->n; s++) {
            const int64_t i = step < 0 ? a->n - 1 - s : s;
            const struct side_row w = run_at(f, tile, i, step, &ws);
            factor(ws.lines, &w, f->capacity + i * t->plane + tile * t->columns, n);
        }
    }
}
