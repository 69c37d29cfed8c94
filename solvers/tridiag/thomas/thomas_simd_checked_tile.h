/* Rows of tiles that are checked as they are solved: read where they lie in elimination, and in back substitution there
 * once more, from the cache; or from the ring. Where the rows of a tile are far apart, as in interleaved batches of
 * many systems, they fall into few sets of the cache, and would come from memory again: the ring keeps them, `packed`.
 */
#pragma once
#include "solvers/tridiag/check/check_lanes.h"
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

INLINE struct check_lanes_row checked_row_of(enum source source, const struct batch *b, const struct tile *t, int64_t i,
                                             int64_t q)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t at = t->start + i * b->shape.step + q;
    return (struct check_lanes_row){
        .a = i ? matrix_load(source, b, m->lower, t, i, q, at) : vec_all(0),
        .b = diagonal_load(source, b, t, i, q, at),
        .c = i < b->shape.n - 1 ? matrix_load(source, b, m->upper, t, i, q, at) : vec_all(0),
        .d = vec_load(b->system.x + at),
    };
}

/* Rows that lie closer than this are read again. */
enum { CHECKED_APART = 4096 / (int)sizeof(real) };

/* Matrices elsewhere than x too, unless there is one value a row. */
static inline bool checked_packs(const struct batch *b)
{
    return b->source == AS_X ? b->shape.step > CHECKED_APART : b->source != ONE;
}

enum { CHECKED_AHEAD = 8 /* rows above, to which x is written */ };

/* Asks for the line of a row above row i that substitution is to write. */
INLINE void checked_look_up(const struct batch *b, const struct tile *t, int64_t i, int64_t q)
{
    if (q % LINE == 0 && i >= CHECKED_AHEAD)
        __builtin_prefetch(b->system.x + t->start + (i - CHECKED_AHEAD) * b->shape.step + q, 1, 2);
}
