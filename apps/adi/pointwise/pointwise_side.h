/* Elimination and back substitution of neighbouring lines, `n` at a time: rows of a plane for lines along y, and of a
 * tile for lines of the last axis. Arrays of scratch are padded to full vectors. */
#pragma once
#include "apps/adi/pointwise/pointwise_line.h"

/* A row of each line: links before and after it in the order of the elimination, its capacity and right side; y, g, e:
 * the row after the elimination. With pivots, 1 / p, instead of capacities, the right side is multiplied by C already.
 */
struct side_row {
    real weight, loss;
    bool cyclic, last;
    const real *before, *after, *capacity, *r;
    real *pivot, *y, *g, *e;
};

static inline void side_begin(struct point_line *lines, int64_t n, bool cyclic)
{
    for (int64_t i = 0; i < n; i += LANES) lines[i / LANES] = point_line_begin(cyclic);
}

/* 1 / p of a row; own: C + loss. */
INLINE vec side_pivot(struct point_line *s, const struct point_row *row, vec own, const bool cyclic, const bool last)
{
    return last ? point_line_last_pivot(s, own, row->a, row->b) : point_line_pivot(s, own, row->a, row->b, cyclic);
}

/* Eliminates a row of m lines from line i on. kept: with pivots. */
INLINE void side_columns(struct point_line *s, const struct side_row *w, int64_t i, int64_t m, const bool kept,
                         const bool cyclic, const bool last)
{
    struct point_row row = {w->weight * load_first(w->before + i, m), w->weight * load_first(w->after + i, m),
                            vec_load(w->r + i)};
    const vec c = kept ? (vec){0} : load_first(w->capacity + i, m);
    if (!kept) row.r *= c;
    const vec q = kept ? load_first(w->pivot + i, m) : side_pivot(s, &row, c + w->loss, cyclic, last);
    const vec g = last ? (vec){0} : point_line_eliminate(s, &row, q, cyclic);
    vec_store(w->y + i, last ? point_line_close(s, &row, q) : s->y);
    vec_store(w->g + i, g);
    if (cyclic) vec_store(w->e + i, last ? (vec){0} : s->e);
}

INLINE void side_forward(struct point_line *lines, const struct side_row *given, int64_t n, const bool kept,
                         const bool cyclic, const bool last)
{
    const struct side_row w = *given;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) side_columns(lines + i / LANES, &w, i, LANES, kept, cyclic, last);
    if (i < n) side_columns(lines + i / LANES, &w, i, n - i, kept, cyclic, last);
}

INLINE void side_eliminate(struct point_line *lines, const struct side_row *w, int64_t n, const bool kept)
{
    if (!w->cyclic) side_forward(lines, w, n, kept, false, false);
    else if (!w->last) side_forward(lines, w, n, kept, true, false);
    else side_forward(lines, w, n, kept, true, true);
}

/* x, the solution of the row after, becomes that of this row; top: the last unknowns of cyclic lines. */
INLINE void side_back(int64_t n, const real *restrict y, const real *restrict g, const real *restrict e,
                      const real *restrict top, real *restrict x, const bool cyclic)
{
    for (int64_t i = 0; i < n; i++) x[i] = y[i] + g[i] * x[i];
    for (int64_t i = 0; cyclic && i < n; i++) x[i] += e[i] * top[i];
}

static inline void side_substitute(int64_t n, const real *y, const real *g, const real *e, const real *top, real *x,
                                   bool cyclic)
{
    if (cyclic) side_back(n, y, g, e, top, x, true);
    else side_back(n, y, g, e, top, x, false);
}
