/* Some systems of a batch that are processed side by side, row by row, by one thread. */
#pragma once
#include "solvers/batch/simd.h"
#include "solvers/tridiag/cut/cut_lines.h"

enum { CUT_TILE = 64 };

/* Systems from ... from + count - 1, at most CUT_TILE. */
struct cut_tile {
    int64_t from, count;
    bool beside;                           /* neighbours in x, and in the matrix unless there is one for all */
    int64_t x[CUT_TILE], matrix[CUT_TILE]; /* elements of their first rows */
    real shift[CUT_TILE];                  /* -0 if there is none */
};

/* The tile that begins at `from` and ends before `end`. */
static inline void cut_tile_set(struct cut_tile *t, const struct cut_lines *l, const struct system *system,
                                int64_t from, int64_t end)
{
    const struct shape *const s = &l->shape;
    t->from = from, t->count = end - from < CUT_TILE ? end - from : CUT_TILE;
    for (int64_t k = 0; k < t->count; k++) {
        t->x[k] = shape_start(s, from + k);
        t->matrix[k] = s->matrix.inner ? shape_matrix_start(s, from + k) : t->x[k];
        t->shift[k] = s->tridiag.shifted ? system->tridiag.shift[from + k] : RC(-0.0);
    }
    t->beside = true;
    for (int64_t k = 1; k < t->count; k++)
        t->beside &= t->x[k] == t->x[0] + k && (l->one || t->matrix[k] == t->matrix[0] + k);
}

/* Elements of system k of the tile; `beside` and `one` are known where the loop over k is compiled. */
INLINE int64_t cut_tile_x(const struct cut_tile *t, bool beside, int64_t k)
{
    return beside ? t->x[0] + k : t->x[k];
}

INLINE int64_t cut_tile_matrix(const struct cut_tile *t, bool beside, bool one, int64_t k)
{
    return one ? t->matrix[0] : beside ? t->matrix[0] + k : t->matrix[k];
}
