/* Systems with contiguous rows, one in each lane: blocks of ROWS rows are transposed in registers. All other layouts
 * take the same path through gathered blocks. Elimination of one group together with back substitution of the one
 * before it, as in thomas_simd_lanes.c. */
#include "solvers/tridiag/pivoting/thomas_pivot_simd.h"
#include "solvers/tridiag/thomas/thomas_simd_group.h"

INLINE real *ring_of(const struct group *g, int64_t i)
{
    return g->ring + i * g->stride;
}

INLINE void eliminate(const struct group *g, int64_t k, const struct simd_rows *m, const vec d[ROWS],
                      struct pivot_rest *c)
{
    for (int r = 0; r < ROWS; r++) {
        const struct pivot_row pivot = pivot_rest_step(c, m->a[r], m->b[r], m->c[r], d[r]);
        pivot_row_store(ring_of(g, k * ROWS + r - 1), &pivot);
    }
}

INLINE void substitute(const struct group *g, int64_t k, struct pivot_below *below, vec x[ROWS])
{
    for (int r = ROWS - 1; r >= 0; r--) x[r] = pivot_row_solve(ring_of(g, k * ROWS + r), below);
}

/* Elimination in the whole block k. */
INLINE void down(bool as_x, const struct batch *b, const struct group *g, int64_t k, struct pivot_rest *c)
{
    struct simd_rows m;
    vec d[ROWS];
    group_matrix_load(as_x, b, g, k, &m);
    rows_load(b->system.x + g->start[0] + k * ROWS, g->pitch, d);
    eliminate(g, k, &m, d, c);
}

/* Substitution in the whole block k. */
INLINE void up(const struct batch *b, const struct group *g, int64_t k, struct pivot_below *below)
{
    vec x[ROWS];
    substitute(g, k, below, x);
    rows_store(b->system.x + g->start[0] + k * ROWS, g->pitch, x);
}

/* As down, in other blocks, in which lanes that have ended, or are idle, have rows of the identity. */
NOINLINE struct pivot_rest down_partial(const struct batch *b, const struct group *g, int64_t k, struct pivot_rest c)
{
    struct simd_rows m;
    vec d[ROWS];
    group_gather_matrix(b, g, k, &m);
    group_gather_right(b, g, k, d);
    eliminate(g, k, &m, d, &c);
    return c;
}

NOINLINE struct pivot_below up_partial(const struct batch *b, const struct group *g, int64_t k,
                                       struct pivot_below below)
{
    vec x[ROWS];
    substitute(g, k, &below, x);
    group_scatter(b, g, k, x);
    return below;
}

/* The last pivots; systems that fail are eliminated again. */
NOINLINE void close(const struct batch *b, const struct group *g, struct pivot_rest c)
{
    const int64_t rows = g->blocks * ROWS;
    const struct pivot_row pivot = pivot_rest_end(&c);
    const vec_bits fails = pivot_rest_fails(&c);
    pivot_row_store(ring_of(g, rows - 1), &pivot);
    for (int q = 0; q < g->count; q++) {
        pivot_simd_begin(b, g->first + q);
        if (fails[q]) pivot_simd_again(b, g->first + q, g->ring + q, g->stride, rows);
    }
}

/* Group `f` down, the one before it, `u`, up; either may be absent, but together they are alike. */
INLINE void pass(bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    const int64_t whole = f ? f->whole : u->whole; /* cppcheck-suppress nullPointer */
    struct pivot_below below = {vec_all(0), vec_all(0)};
    struct pivot_rest c = pivot_rest_start();
    for (int64_t k = u ? u->blocks : 0; k > whole; k--) below = up_partial(b, u, k - 1, below);
    for (int64_t k = 0; k < whole; k++) {
        if (u) up(b, u, whole - 1 - k, &below);
        if (!f) continue;
        group_look_ahead(FRESH, as_x, b, f, k);
        down(as_x, b, f, k, &c);
    }
    if (u) pivot_simd_report(b, u->first, u->count);
    if (!f) return;
    for (int64_t k = whole; k < f->blocks; k++) c = down_partial(b, f, k, c);
    close(b, f, c);
}

/* One copy of the pass for each of the three. */
INLINE void pass_given(bool as_x, const struct batch *b, const struct group *f, const struct group *u)
{
    if (f && u) pass(as_x, b, f, u);
    else if (f) pass(as_x, b, f, NULL);
    else pass(as_x, b, NULL, u);
}

/* A matrix elsewhere than x: apart from the others, whose registers it would take. */
NOINLINE void sweep_elsewhere(const struct batch *b, const struct group *f, const struct group *u)
{
    pass_given(false, b, f, u);
}

static bool sweep(const struct batch *b, const struct group *f, const struct group *u, void *found)
{
    if (b->source == AS_X) pass_given(true, b, f, u);
    else sweep_elsewhere(b, f, u);
    return true;
}

static struct group_ring ring_shape(const struct batch *b)
{
    return (struct group_ring){PIVOT_ROW * LANES, ROWS};
}

void pivot_simd_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    sweep_groups(b, lo, hi, ring, ring_shape(b), sweep, NULL);
}

void pivot_simd_few(const struct batch *b, int64_t first, int count, real *ring)
{
    sweep_group(b, first, count, 0, ring, ring_shape(b), sweep, NULL);
}
