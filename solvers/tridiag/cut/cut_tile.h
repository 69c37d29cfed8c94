/* Some systems of a batch that are processed together, row by row, by one thread. */
#pragma once
#include "solvers/batch/simd.h"
#include "solvers/cut/cut_lines.h"

enum { CUT_TILE = 2048 / (int)sizeof(real) };

/* The matrices of the systems of a tile: one element for all in each row, neighbours, or anywhere. */
enum cut_matrix { MATRIX_OF_ALL, MATRIX_BESIDE, MATRIX_ANYWHERE };

/* Systems from ... from + count - 1, at most CUT_TILE. */
struct cut_tile {
    int64_t from, count;
    bool beside; /* neighbours in x */
    enum cut_matrix matrices;
    int64_t x[CUT_TILE], matrix[CUT_TILE]; /* elements of their first rows */
    real shift[CUT_TILE];                  /* -0 if there is none */
};

/* out[count]: elements of the first rows of systems in groups, from system `from` on. */
static inline void cut_tile_starts(int64_t *out, int64_t from, int64_t count, int64_t inner, int64_t dist,
                                   int64_t outer, const int64_t *starts)
{
    for (int64_t k = 0; k < count;) {
        const int64_t group = (from + k) / inner, first = (from + k) % inner;
        const int64_t end = inner - first < count - k ? k + inner - first : count;
        int64_t at = (starts ? starts[group] : group * outer) + first * dist;
        for (; k < end; k++, at += dist) out[k] = at;
    }
}

static inline bool cut_tile_neighbours(const int64_t *at, int64_t count)
{
    bool beside = true;
    for (int64_t k = 1; k < count; k++) beside &= at[k] == at[0] + k;
    return beside;
}

/* The tile that begins at `from` and ends before `end`. */
static inline void cut_tile_set(struct cut_tile *t, const struct cut_lines *l, const struct system *system,
                                int64_t from, int64_t end)
{
    const struct shape *const s = &l->shape;
    const struct matrix_layout *const m = &s->matrix;
    const int64_t count = t->count = end - from < CUT_TILE ? end - from : CUT_TILE;
    t->from = from;
    cut_tile_starts(t->x, from, count, s->inner, s->dist, s->outer, s->starts);
    if (m->inner) cut_tile_starts(t->matrix, from, count, m->inner, m->dist, m->outer, m->starts);
    for (int64_t k = 0; k < count; k++) {
        if (!m->inner) t->matrix[k] = t->x[k];
        t->shift[k] = s->tridiag.shifted ? system->tridiag.shift[from + k] : RC(-0.0);
    }
    t->beside = cut_tile_neighbours(t->x, count);
    t->matrices = shape_shared(s)                         ? MATRIX_OF_ALL
                  : cut_tile_neighbours(t->matrix, count) ? MATRIX_BESIDE
                                                          : MATRIX_ANYWHERE;
}

/* Elements of system k of the tile; `beside` and `matrices` are known where the loop over k is compiled. */
INLINE int64_t cut_tile_x(const struct cut_tile *t, bool beside, int64_t k)
{
    return beside ? t->x[0] + k : t->x[k];
}

INLINE int64_t cut_tile_matrix(const struct cut_tile *t, enum cut_matrix matrices, int64_t k)
{
    return matrices == MATRIX_ANYWHERE ? t->matrix[k] : t->matrix[0] + (matrices == MATRIX_BESIDE ? k : 0);
}
