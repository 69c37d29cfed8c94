/* Systems with contiguous rows, or anywhere, one in each lane as in thomas_simd_lanes.c, with a proof in place of
 * residuals: h and y, which are in the ring anyway, and the range that continuants watch anyway. */
#include "solvers/tridiag/thomas/thomas_simd_block.h"
#include "solvers/tridiag/thomas/thomas_simd_bound.h"
#include "solvers/tridiag/thomas/thomas_simd_checked.h"

/* A row of the ring: h and y. */
enum { RING_ROW = 2 * LANES };

/* Adds block k, as it is in the ring. */
INLINE void add_block(struct bound *bound, const struct group *g, int64_t k)
{
    const real *ring = g->ring + k * g->stride;
    for (int r = 0; r < ROWS; r++, ring += RING_ROW)
        bound_add(bound, vec_all(1), vec_load(ring), vec_load(ring + LANES));
}

/* Elimination in the whole block k. */
INLINE void down(bool as_x, const struct batch *b, const struct group *g, int64_t k, struct carry *c,
                 struct bound *bound)
{
    struct simd_rows m;
    struct factors f;
    vec d[ROWS];
    group_matrix_load(as_x, b, g, k, &m);
    block_eliminate(&m, ROWS, c, &f);
    rows_load(b->system.x + g->start[0] + k * ROWS, g->pitch, d);
    block_down(FRESH, g, k, &f, d, c);
    add_block(bound, g, k);
}

/* Substitution in the whole block k. */
INLINE void up(const struct batch *b, const struct group *g, int64_t k, struct carry *c)
{
    vec h[ROWS], x[ROWS];
    block_recall_h(FRESH, b, g, k, h);
    block_up(FRESH, g, k, h, c, x);
    rows_store(b->system.x + g->start[0] + k * ROWS, g->pitch, x);
}

/* Group `f` down, the one before it, `u`, up; either may be absent, but together they are alike. Is the bound of f
 * proven? */
INLINE bool pass(bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    const int64_t whole = f ? f->whole : u->whole; /* cppcheck-suppress nullPointer */
    struct carry c = {0};
    struct bound bound = bound_start();
    for (int64_t k = u ? u->blocks : 0; k > whole; k--) c = partial_up(b, u, k - 1, c);
    for (int64_t k = 0; k < whole; k++) {
        if (u) up(b, u, whole - 1 - k, &c);
        if (!f) continue;
        group_look_ahead(FRESH, as_x, b, f, k);
        down(as_x, b, f, k, &c, &bound);
    }
    if (!f) return true;
    for (int64_t k = whole; k < f->blocks; k++) {
        c = partial_down(b, f, k, k < f->plain ? ROWS : 1, c);
        add_block(&bound, f, k);
    }
    return !vec_any(c.out_of_range & OUT_OF_RANGE) && bound_holds(b, &bound, f->first, f->count);
}

/* One copy of the pass for each of the three. */
INLINE bool pass_given(bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    if (f && u) return pass(as_x, b, f, u);
    return f ? pass(as_x, b, f, NULL) : pass(as_x, b, NULL, u);
}

/* A matrix elsewhere than x: apart from the others, whose registers it would take. */
NOINLINE bool sweep_elsewhere(const struct batch *b, const struct group *f, const struct group *u)
{
    return pass_given(false, b, f, u);
}

/* A group whose bound is not proven is solved at once, in the same ring: u, if there was one, has come up. */
static bool sweep(const struct batch *b, const struct group *f, const struct group *u, void *ring)
{
    const bool proven = b->source == AS_X ? pass_given(true, b, f, u) : sweep_elsewhere(b, f, u);
    if (!proven) thomas_simd_checked_few(b, f->first, f->count, ring);
    return proven;
}

static struct group_ring ring_shape(const struct batch *b)
{
    return (struct group_ring){ROWS * RING_ROW, 1};
}

void thomas_simd_bound_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    sweep_groups(b, lo, hi, ring, ring_shape(b), sweep, ring);
}
