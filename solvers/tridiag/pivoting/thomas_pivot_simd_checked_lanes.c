/* Systems with contiguous rows, or anywhere, one in each lane as in thomas_pivot_simd_lanes.c, checked as they are
 * solved. The matrix and the right side go into the ring as they are in registers, so that they need not be transposed
 * again. */
#include "solvers/tridiag/pivoting/thomas_pivot_simd_checked.h"
#include "solvers/tridiag/thomas/thomas_simd_group.h"

/* The state that goes from block to block: of the group in forward elimination, and of the one in back substitution. */
struct state {
    struct pivot_rest above;
    struct pivot_second z;
    struct check_down down;
    struct pivot_checked_below below;
};

INLINE real *ring_of(const struct group *g, int64_t i)
{
    return g->ring + i * g->stride;
}

/* Rows that lanes do not have are those of the identity; `is`: do they have them? */
INLINE void eliminate(bool probed, const struct batch *b, const struct group *g, int64_t k, const struct simd_rows *m,
                      const vec d[ROWS], const vec_bits *is, struct state *s)
{
    for (int r = 0; r < ROWS; r++) {
        const int64_t i = k * ROWS + r;
        const struct check_lanes_row row = {m->a[r], m->b[r], m->c[r], d[r]};
        struct check_lanes_row own = row;
        if (is) own.b = vec_only(is[r], row.b);
        check_row_down(&s->down, &own);
        if (probed) s->z.d = is ? vec_only(is[r], vec_all(b->probe[i])) : vec_all(b->probe[i]);
        pivot_checked_eliminate(&s->above, &s->z, &row, probed, ring_of(g, i - 1));
        check_row_store(ring_of(g, i) + pivot_checked_values(probed) * LANES, &own);
    }
}

INLINE void substitute(bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s,
                       vec x[ROWS])
{
    for (int r = ROWS - 1; r >= 0; r--) {
        const real *const ring = ring_of(g, k * ROWS + r);
        const struct check_lanes_row own = check_row_load(ring + pivot_checked_values(probed) * LANES);
        vec_store(b->right + (k * ROWS + r) * LANES, own.d);
        x[r] = pivot_checked_substitute(&s->below, ring, &own, probed);
    }
}

/* Elimination in the whole block k. */
INLINE void down(bool as_x, bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    struct simd_rows m;
    vec d[ROWS];
    group_matrix_load(as_x, b, g, k, &m);
    rows_load(b->system.x + g->start[0] + k * ROWS, g->pitch, d);
    eliminate(probed, b, g, k, &m, d, NULL, s);
}

/* Substitution in the whole block k. */
INLINE void up(bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    vec x[ROWS];
    substitute(probed, b, g, k, s, x);
    rows_store(b->system.x + g->start[0] + k * ROWS, g->pitch, x);
}

/* As down, in other blocks. */
NOINLINE void down_partial(const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    struct simd_rows m;
    vec d[ROWS];
    vec_bits is[ROWS];
    group_gather_matrix(b, g, k, &m);
    group_gather_right(b, g, k, d);
    for (int r = 0; r < ROWS; r++) {
        is[r] = (vec_bits){0};
        for (int q = 0; q < LANES; q++) is[r][q] -= k * ROWS + r < g->rows[q];
    }
    if (b->probe) eliminate(true, b, g, k, &m, d, is, s);
    else eliminate(false, b, g, k, &m, d, is, s);
}

NOINLINE void up_partial(const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    vec x[ROWS];
    if (b->probe) substitute(true, b, g, k, s, x);
    else substitute(false, b, g, k, s, x);
    group_scatter(b, g, k, x);
}

/* The last pivots; systems that fail are eliminated again. */
NOINLINE void close(const struct batch *b, const struct group *g, struct state *s)
{
    const int64_t rows = g->blocks * ROWS;
    s->z.d = vec_all(0);
    pivot_checked_end(&s->above, &s->z, b->probe, ring_of(g, rows - 1));
    const vec_bits fails = pivot_rest_fails(&s->above);
    for (int q = 0; q < g->count; q++) {
        pivot_simd_begin(b, g->first + q);
        if (fails[q]) pivot_checked_again(b, g->first + q, ring_of(g, 0) + q, g->stride, rows);
    }
}

/* Group `f` down, the one before it, `u`, up; either may be absent, but together they are alike. found: of u, and then
 * of f. */
INLINE void pass(bool as_x, bool probed, const struct batch *b, const struct group *f, const struct group *u,
                 struct check_down *found)
{
    const int64_t whole = f ? f->whole : u->whole; /* cppcheck-suppress nullPointer */
    struct state s = {.above = pivot_rest_start()};
    for (int64_t k = u ? u->blocks : 0; k > whole; k--) up_partial(b, u, k - 1, &s);
    for (int64_t k = 0; k < whole; k++) {
        if (u) up(probed, b, u, whole - 1 - k, &s);
        if (!f) continue;
        group_look_ahead(FRESH, as_x, b, f, k);
        down(as_x, probed, b, f, k, &s);
    }
    if (u) pivot_checked_report(b, u->first, u->count, found, &s.below, b->right, LANES);
    if (!f) return;
    for (int64_t k = whole; k < f->blocks; k++) down_partial(b, f, k, &s);
    close(b, f, &s);
    *found = s.down;
}

INLINE void pass_given(bool as_x, bool probed, const struct batch *b, const struct group *f, const struct group *u,
                       struct check_down *found)
{
    if (f && u) pass(as_x, probed, b, f, u, found);
    else if (f) pass(as_x, probed, b, f, NULL, found);
    else pass(as_x, probed, b, NULL, u, found);
}

/* A matrix elsewhere than x, or a second right side: apart from the others, whose registers they would take. */
NOINLINE void sweep_elsewhere(const struct batch *b, const struct group *f, const struct group *u,
                              struct check_down *found)
{
    if (b->probe) pass_given(false, true, b, f, u, found);
    else pass_given(false, false, b, f, u, found);
}

NOINLINE void sweep_probed(const struct batch *b, const struct group *f, const struct group *u,
                           struct check_down *found)
{
    pass_given(true, true, b, f, u, found);
}

static bool sweep(const struct batch *b, const struct group *f, const struct group *u, void *found)
{
    if (b->source != AS_X) sweep_elsewhere(b, f, u, found);
    else if (b->probe) sweep_probed(b, f, u, found);
    else pass_given(true, false, b, f, u, found);
    return true;
}

static struct group_ring ring_shape(const struct batch *b)
{
    return (struct group_ring){pivot_checked_lane_values(b->probe) * LANES, ROWS};
}

void pivot_simd_checked_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    struct check_down found = {{0}};
    sweep_groups(b, lo, hi, ring, ring_shape(b), sweep, &found);
}

void pivot_simd_checked_few(const struct batch *b, int64_t first, int count, real *ring)
{
    struct check_down found = {{0}};
    sweep_group(b, first, count, 0, ring, ring_shape(b), sweep, &found);
}
