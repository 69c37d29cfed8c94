/* Elimination and back substitution of lines side by side, a run of `n` neighbours at a time: rows of a plane for lines
 * along y, and of a tile for lines of the last axis. Arrays of scratch have whole vectors. */
#pragma once
#include "apps/adi/pointwise/pointwise_line.h"

/* A row of each line: links before and after it in the order of the elimination, and the right side; and what the
 * elimination makes of it. */
struct side_row {
    real weight, loss;
    const real *inverse, *before, *after, *r;
    real *y, *g, *e;
};

static inline void side_begin(struct point_line *lines, int64_t n, bool cyclic)
{
    for (int64_t i = 0; i < n; i += LANES) lines[i / LANES] = point_line_begin(cyclic);
}

INLINE struct point_row side_at(const struct side_row *w, int64_t i, int64_t m)
{
    return (struct point_row){w->weight,
                              w->loss,
                              load_first(w->inverse + i, m),
                              load_first(w->before + i, m),
                              load_first(w->after + i, m),
                              vec_load(w->r + i)};
}

INLINE void side_forward(struct point_line *lines, const struct side_row *given, int64_t n, const bool cyclic)
{
    const struct side_row w = *given;
    for (int64_t i = 0; i < n; i += LANES) {
        const struct point_row row = side_at(&w, i, n - i);
        struct point_line s = lines[i / LANES];
        const vec g = point_line_eliminate(&s, &row, cyclic);
        vec_store(w.y + i, s.y);
        vec_store(w.g + i, g);
        if (cyclic) vec_store(w.e + i, s.e);
        lines[i / LANES] = s;
    }
}

/* The last row of cyclic lines. */
static inline void side_close(const struct point_line *lines, const struct side_row *w, int64_t n)
{
    for (int64_t i = 0; i < n; i += LANES) {
        const struct point_row row = side_at(w, i, n - i);
        vec_store(w->y + i, point_line_close(lines + i / LANES, &row));
        vec_store(w->g + i, (vec){0});
        vec_store(w->e + i, (vec){0});
    }
}

/* Row `number` of `count`, in the order of the elimination. */
static inline void side_eliminate(struct point_line *lines, const struct side_row *w, int64_t n, bool cyclic, bool last)
{
    if (!cyclic) side_forward(lines, w, n, false);
    else if (!last) side_forward(lines, w, n, true);
    else side_close(lines, w, n);
}

/* x, the solution of the row after, becomes that of this row; top: the last unknowns of cyclic lines. */
INLINE void side_back(int64_t n, const real *restrict y, const real *restrict g, const real *restrict e,
                      const real *restrict top, real *restrict x, const bool cyclic)
{
    for (int64_t i = 0; i < n; i++) x[i] = y[i] + g[i] * x[i] + (cyclic ? e[i] * top[i] : 0);
}

static inline void side_substitute(int64_t n, const real *y, const real *g, const real *e, const real *top, real *x,
                                   bool cyclic)
{
    if (cyclic) side_back(n, y, g, e, top, x, true);
    else side_back(n, y, g, e, top, x, false);
}
