/* Rows of tiles that are checked as they are solved: read where they lie in elimination, and in back substitution there
 * once more, from the cache; or from the ring. Where the rows of a tile are far apart, as in interleaved batches of
 * many systems, they fall into few sets of the cache, and would come from memory again: the ring keeps them, `packed`.
 */
#pragma once
#include "solvers/tridiag/check/check_lanes.h"
#include "solvers/tridiag/thomas/thomas_simd_sweep.h"

INLINE struct check_lanes_row checked_row_of(enum source source, const struct batch *b, const struct tile *t, int64_t i,
                                             int64_t q)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t at = t->start + i * b->shape.stride + q;
    return (struct check_lanes_row){
        .a = i ? matrix_load(source, b, m->lower, t, i, q, at) : vec_all(0),
        .b = diagonal_load(source, b, t, i, q, at),
        .c = i < b->shape.n - 1 ? matrix_load(source, b, m->upper, t, i, q, at) : vec_all(0),
        .d = vec_load(b->system.x + at),
    };
}

/* Solves `count` < LANES systems from `first` on. */
typedef void checked_few_function(const struct batch *b, int64_t first, int count, real *ring);

/* Rows that lie closer than this are read again. */
enum { CHECKED_APART = 4096 / (int)sizeof(real) };

/* Matrices elsewhere than x too, unless there is one value per row. */
static inline bool checked_packs(const struct batch *b)
{
    return b->source == AS_X ? b->shape.stride > CHECKED_APART : b->source != ONE;
}

enum { CHECKED_AHEAD = 8 /* rows above, to which x is written */ };

/* Asks for the line of a row above row i that substitution is to write. */
INLINE void checked_look_up(const struct batch *b, const struct tile *t, int64_t i, int64_t q)
{
    if (q % LINE == 0 && i >= CHECKED_AHEAD)
        __builtin_prefetch(b->system.x + t->start + (i - CHECKED_AHEAD) * b->shape.stride + q, 1, 2);
}

/* The systems at the end of the run of part p that do not fill a vector. */
static inline void checked_rest(const struct batch *b, int64_t width, int64_t p, real *ring, checked_few_function *few)
{
    const struct part here = part_of(&b->shape, width, p);
    const int count = (int)(here.systems % LANES);
    if (count) few(b, first_of(&b->shape, here) + here.systems - count, count, ring);
}

/* A sweep over tiles that are checked, compiled for each form. */
INLINE void checked_sweep_probed(bool probed, const struct batch *b, const struct tile *down, const struct tile *up,
                                 form_function *pass)
{
    switch (b->source) {
    case AS_X:
        if (checked_packs(b)) pass((struct sweep_form){AS_X, probed, true}, b, down, up);
        else pass((struct sweep_form){AS_X, probed, false}, b, down, up);
        break;
    case ONE: pass((struct sweep_form){ONE, probed, false}, b, down, up); break;
    case BESIDE: pass((struct sweep_form){BESIDE, probed, true}, b, down, up); break;
    case SCATTERED: pass((struct sweep_form){SCATTERED, probed, true}, b, down, up); break;
    }
}

INLINE void checked_sweep(const struct batch *b, const struct tile *down, const struct tile *up, form_function *pass)
{
    if (b->probe) checked_sweep_probed(true, b, down, up, pass);
    else checked_sweep_probed(false, b, down, up, pass);
}

/* A row once more, in back substitution; `kept`: where the ring has it, if it has. */
INLINE struct check_lanes_row checked_row_again(struct sweep_form f, const struct batch *b, const struct tile *t,
                                                int64_t i, int64_t q, const real *kept)
{
    if (!f.packed) return checked_row_of(f.source, b, t, i, q);
    checked_look_up(b, t, i, q);
    return check_row_load(kept);
}

/* x of a row, in place of the right side, which is kept. */
INLINE void checked_put(const struct batch *b, const struct tile *t, int64_t i, int64_t q, vec d, vec x)
{
    vec_store(b->right + i * t->width + q, d);
    vec_store(b->system.x + t->start + i * b->shape.stride + q, x);
}
