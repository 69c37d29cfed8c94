/* Systems with contiguous rows, or anywhere, one in each lane as in thomas_simd_lanes.c, checked as they are solved.
 * The matrix and the right side go into the ring as they are in registers, so that they need not be transposed again.
 */
#include "solvers/tridiag/thomas/thomas_simd_block.h"
#include "solvers/tridiag/thomas/thomas_simd_checked.h"

/* The state that goes from block to block: of the group in forward elimination, and of the one in back substitution. */
struct state {
    struct carry above;
    vec z; /* as above.z, of the probe */
    struct check_down down;
    struct checked_below below;
};

INLINE real *ring_of(const struct group *g, int64_t i)
{
    return g->ring + i * g->stride;
}

/* Rows that lanes do not have are those of the identity; `is`: do they have them? */
INLINE void eliminate(bool probed, int chain, const struct batch *b, const struct group *g, int64_t k,
                      const struct simd_rows *m, const vec d[ROWS], const vec_bits *is, struct state *s)
{
    struct factors f;
    block_eliminate(m, chain, &s->above, &f);
    for (int r = 0; r < ROWS; r++) {
        real *const ring = ring_of(g, k * ROWS + r), *const row = ring + checked_values(probed) * LANES;
        const struct check_lanes_row own = {m->a[r], is ? vec_only(is[r], m->b[r]) : m->b[r], m->c[r], d[r]};
        check_row_down(&s->down, &own);
        s->down.h = vec_larger(s->down.h, f.h[r]);
        s->above.z = d[r] - f.l[r] * s->above.z;
        struct checked_above out = {.h = f.h[r], .y = s->above.z * f.w[r]};
        if (probed) {
            const vec probe = vec_all(b->probe[k * ROWS + r]);
            s->z = (is ? vec_only(is[r], probe) : probe) - f.l[r] * s->z;
            out.z = s->z * f.w[r];
        }
        checked_store(ring, &out, probed);
        check_row_store(row, &own);
    }
}

INLINE void substitute(bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s,
                       vec x[ROWS])
{
    for (int r = ROWS - 1; r >= 0; r--) {
        const real *const ring = ring_of(g, k * ROWS + r);
        const struct checked_above y = checked_load(ring, probed);
        const struct check_lanes_row own = check_row_load(ring + checked_values(probed) * LANES);
        vec_store(b->right + (k * ROWS + r) * LANES, own.d);
        x[r] = checked_substitute(&s->below, &y, &own, probed);
    }
}

/* Elimination in the whole block k. */
INLINE void down(bool as_x, bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    struct simd_rows m;
    vec d[ROWS];
    group_matrix_load(as_x, b, g, k, &m);
    rows_load(b->system.x + g->start[0] + k * ROWS, g->pitch, d);
    eliminate(probed, ROWS, b, g, k, &m, d, NULL, s);
}

/* Substitution in the whole block k. */
INLINE void up(bool probed, const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    vec x[ROWS];
    substitute(probed, b, g, k, s, x);
    rows_store(b->system.x + g->start[0] + k * ROWS, g->pitch, x);
}

/* As down, in other blocks. */
INLINE void down_partial(int chain, const struct batch *b, const struct group *g, int64_t k, struct state *s)
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
    if (b->probe) eliminate(true, chain, b, g, k, &m, d, is, s);
    else eliminate(false, chain, b, g, k, &m, d, is, s);
}

/* Plain ones, as whole blocks are eliminated. */
NOINLINE void down_plain(const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    down_partial(ROWS, b, g, k, s);
}

NOINLINE void down_other(const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    down_partial(1, b, g, k, s);
}

NOINLINE void up_partial(const struct batch *b, const struct group *g, int64_t k, struct state *s)
{
    vec x[ROWS];
    if (b->probe) substitute(true, b, g, k, s, x);
    else substitute(false, b, g, k, s, x);
    group_scatter(b, g, k, x);
}

/* If continuants leave the range, a group is eliminated again, block by block with a division a row. */
static void down_again(const struct batch *b, const struct group *g, struct state *s)
{
    *s = (struct state){.z = vec_all(0)};
    for (int64_t k = 0; k < g->plain; k++) down_other(b, g, k, s);
}

static bool is_out_of_range(vec_bits v)
{
    return vec_any(v & OUT_OF_RANGE);
}

/* Group `f` down, the one before it, `u`, up; either may be absent, but together they are alike. found: of u, and then
 * of f. */
INLINE void pass(bool as_x, bool probed, const struct batch *b, const struct group *f, const struct group *u,
                 struct check_down *found)
{
    const int64_t whole = f ? f->whole : u->whole; /* cppcheck-suppress nullPointer */
    struct state s = {.z = vec_all(0)};
    for (int64_t k = u ? u->blocks : 0; k > whole; k--) up_partial(b, u, k - 1, &s);
    for (int64_t k = 0; k < whole; k++) {
        if (u) up(probed, b, u, whole - 1 - k, &s);
        if (!f) continue;
        group_look_ahead(FRESH, as_x, b, f, k);
        down(as_x, probed, b, f, k, &s);
    }
    if (u) checked_report_lanes(b, u->first, u->count, found, &s.below, b->right, LANES);
    if (!f) return;
    for (int64_t k = whole; k < f->plain; k++) down_plain(b, f, k, &s);
    if (is_out_of_range(s.above.out_of_range)) down_again(b, f, &s);
    for (int64_t k = f->plain; k < f->blocks; k++) down_other(b, f, k, &s);
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
    return (struct group_ring){checked_lane_values(b->probe) * LANES, ROWS};
}

void thomas_simd_checked_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    struct check_down found = {{0}};
    sweep_groups(b, lo, hi, ring, ring_shape(b), sweep, &found);
}

void thomas_simd_checked_few(const struct batch *b, int64_t first, int count, real *ring)
{
    struct check_down found = {{0}};
    sweep_group(b, first, count, 0, ring, ring_shape(b), sweep, &found);
}
