/* Systems with contiguous rows, one in each lane: blocks of ROWS rows are transposed in registers. All other layouts
 * take the same path through gathered blocks.
 *
 * Elimination of one group overlaps with back substitution of the one before it; they share a ring as in
 * thomas_simd_rows.c. One vector wide, because 16 streams are what prefetchers follow and a ring of h and y what the
 * first level cache nearly holds. */
#include "solvers/tridiag/thomas/thomas_simd_block.h"

/* Elimination in the whole block k. */
INLINE void down(enum stage stage, bool as_x, const struct batch *b, const struct group *g, int64_t k, struct carry *c)
{
    const int64_t at = g->start[0] + k * ROWS;
    struct factors f;
    vec d[ROWS];
    if (stage == KEPT || stage == SHARED) {
        block_recall(stage, b, g, k, &f);
    } else {
        struct simd_rows m;
        group_matrix_load(as_x, b, g, k, &m);
        block_eliminate(&m, stage == FRESH ? ROWS : 1, c, &f);
    }
    if (stage == FACTOR) {
        block_keep(g, k, &f);
        return;
    }
    rows_load(b->system.x + at, g->pitch, d);
    block_down(stage, g, k, &f, d, c);
}

/* Substitution in the whole block k. */
INLINE void up(enum stage stage, const struct batch *b, const struct group *g, int64_t k, struct carry *c)
{
    vec h[ROWS], x[ROWS];
    block_recall_h(stage, b, g, k, h);
    block_up(stage, g, k, h, c, x);
    rows_store(b->system.x + g->start[0] + k * ROWS, g->pitch, x);
}

/* If continuants leave the range, a group is eliminated again, block by block with a division a row. */
static struct carry down_again(const struct batch *b, const struct group *g)
{
    struct carry c = {0};
    for (int64_t k = 0; k < g->plain; k++) c = partial_down(b, g, k, 1, c);
    return c;
}

static bool is_out_of_range(vec_bits v)
{
    for (int q = 0; q < LANES; q++)
        if (v[q] & OUT_OF_RANGE) return true;
    return false;
}

/* Group `f` down, the one before it, `u`, up; either may be absent, but together they are alike. */
INLINE void pass(enum stage stage, bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    const int64_t whole = f ? f->whole : u->whole; /* cppcheck-suppress nullPointer */
    struct carry c = {0};
    for (int64_t k = u ? u->blocks : 0; k > whole; k--) c = partial_up(b, u, k - 1, c);
    for (int64_t k = 0; k < whole; k++) {
        if (u) up(stage, b, u, whole - 1 - k, &c);
        if (!f) continue;
        group_look_ahead(stage, as_x, b, f, k);
        down(stage, as_x, b, f, k, &c);
    }
    if (!f) return;
    for (int64_t k = whole; k < f->plain; k++) c = partial_down(b, f, k, ROWS, c);
    if (stage == FRESH && is_out_of_range(c.out_of_range)) c = down_again(b, f);
    for (int64_t k = f->plain; k < f->blocks; k++) c = partial_down(b, f, k, 1, c);
    real squares[LANES];
    vec_store(squares, c.squares);
    if (stage == FRESH) thomas_simd_note(b, f->first, f->count, squares);
    for (int q = 0; stage == FACTOR && q < f->count; q++) b->squares[f->slot + q] = squares[q];
}

/* One copy of the pass for each of the three. */
INLINE void pass_given(enum stage stage, bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    if (f && u) pass(stage, as_x, b, f, u);
    else if (f) pass(stage, as_x, b, f, NULL);
    else pass(stage, as_x, b, NULL, u);
}

/* A matrix elsewhere than x: apart from the others, whose registers it would take. */
NOINLINE void sweep_elsewhere(const struct batch *b, const struct group *f, const struct group *u)
{
    if (b->stage == FRESH) pass_given(FRESH, false, b, f, u);
    else if (f) pass(FACTOR, false, b, f, NULL);
}

static bool sweep(const struct batch *b, const struct group *f, const struct group *u, void *found)
{
    if (b->source != AS_X) {
        sweep_elsewhere(b, f, u);
        return true;
    }
    switch (b->stage) {
    case FRESH: pass_given(FRESH, true, b, f, u); break;
    case FACTOR:
        if (f) pass(FACTOR, true, b, f, NULL);
        break;
    case KEPT: pass_given(KEPT, true, b, f, u); break;
    case SHARED: pass_given(SHARED, true, b, f, u); break;
    }
    return true;
}

static struct group_ring ring_shape(const struct batch *b)
{
    return (struct group_ring){ROWS * ring_row(b->stage), 1};
}

void thomas_simd_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    sweep_groups(b, lo, hi, ring, ring_shape(b), sweep, NULL);
}

void thomas_simd_few(const struct batch *b, int64_t first, int count, int64_t slot, real *ring)
{
    sweep_group(b, first, count, slot, ring, ring_shape(b), sweep, NULL);
}
