/* Systems with contiguous rows, one in each lane: blocks of ROWS rows are transposed in registers. All other layouts
 * take the same path through gathered blocks.
 *
 * Elimination of one group overlaps with back substitution of the one before it; they share a ring as in
 * thomas_simd_rows.c. One vector wide, because 16 streams are what prefetchers follow and a ring of h and y what the
 * first level cache nearly holds. */
#include "solvers/batch/simd_transpose.h"
#include "solvers/tridiag/thomas/thomas_simd_block.h"

enum {
    AHEAD = 512, /* rows between a prefetch and the use */
    SHORT = 1024 /* rows of a system whose whole group may be fetched ahead */
};

/* The matrix in the whole block k, where x is or elsewhere. */
INLINE void matrix_load(bool as_x, const struct batch *b, const struct group *g, int64_t k, struct simd_rows *m)
{
    const real *const p[3] = {b->system.tridiag.lower, b->system.tridiag.diag, b->system.tridiag.upper};
    vec *const to[3] = {m->a, m->b, m->c};
    for (int j = 0; j < 3; j++) {
        if (as_x) rows_load(p[j] + g->at[0] + k * ROWS, g->pitch, to[j]);
        else if (g->matrix->apart >= 0) rows_load(p[j] + g->matrix->row[0] + k * ROWS, g->matrix->apart, to[j]);
        else block_gather(b, g, k, p[j], to[j]);
    }
    for (int r = 0; r < ROWS && !as_x; r++) m->b[r] += g->matrix->shift;
    if (k == 0) m->a[0] = vec_all(0);
    if (k == g->last) m->c[ROWS - 1] = vec_all(0);
}

/* Elimination in the whole block k. */
INLINE void down(enum stage stage, bool as_x, const struct batch *b, const struct group *g, int64_t k, struct carry *c)
{
    const int64_t at = g->at[0] + k * ROWS;
    struct factors f;
    vec d[ROWS];
    if (stage == KEPT || stage == SHARED) {
        block_recall(stage, b, g, k, &f);
    } else {
        struct simd_rows m;
        matrix_load(as_x, b, g, k, &m);
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
    rows_store(b->system.x + g->at[0] + k * ROWS, g->pitch, x);
}

/* Every block prefetches the lines of some lanes, so that requests are even and a line is requested once. */
INLINE void look_ahead(enum stage stage, bool as_x, const struct batch *b, const struct group *g, int64_t k)
{
    enum { TURNS = LINE / ROWS, EACH = LANES / TURNS };
    int64_t at = g->next + k * ROWS + k % TURNS * EACH * g->pitch;
    for (int q = 0; q < EACH; q++, at += g->pitch) {
        prefetch(b->system.x + at);
        if (stage == KEPT || stage == SHARED || !as_x) continue;
        prefetch(b->system.tridiag.lower + at);
        prefetch(b->system.tridiag.diag + at);
        prefetch(b->system.tridiag.upper + at);
    }
}

/* Where continuants leave the range, a group is eliminated again, block by block with a division a row. */
static struct carry down_again(const struct batch *b, const struct group *g)
{
    struct carry c = {0};
    for (int64_t k = 0; k < g->whole; k++) c = partial_down(b, g, k, c);
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
        look_ahead(stage, as_x, b, f, k);
        down(stage, as_x, b, f, k, &c);
    }
    if (!f) return;
    if (stage == FRESH && is_out_of_range(c.out_of_range)) c = down_again(b, f);
    for (int64_t k = whole; k < f->blocks; k++) c = partial_down(b, f, k, c);
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

static void sweep(const struct batch *b, const struct group *f, const struct group *u)
{
    if (b->source != AS_X) {
        sweep_elsewhere(b, f, u);
        return;
    }
    switch (b->stage) {
    case FRESH: pass_given(FRESH, true, b, f, u); break;
    case FACTOR:
        if (f) pass(FACTOR, true, b, f, NULL);
        break;
    case KEPT: pass_given(KEPT, true, b, f, u); break;
    case SHARED: pass_given(SHARED, true, b, f, u); break;
    }
}

/* Where the matrices and shifts of the lanes are; an idle lane has those of the last. */
static const struct elsewhere *place_matrix(const struct batch *b, int64_t first, int count, struct elsewhere *m)
{
    m->shift = vec_all(RC(-0.0));
    m->apart = shape_matrix_step(&b->shape) == 1 ? 0 : -1;
    for (int q = 0; q < LANES; q++) {
        const int64_t s = first + min_of(q, count - 1);
        m->row[q] = shape_matrix_start(&b->shape, s);
        if (b->shift) m->shift[q] = b->shift[s];
        if (q == 1 && m->apart == 0) m->apart = m->row[1] - m->row[0];
        if (m->apart >= 0 && m->row[q] != m->row[0] + q * m->apart) m->apart = -1;
    }
    return m;
}

static struct group group_of(const struct batch *b, int64_t first, int count, int64_t slot, real *ring)
{
    const struct shape *const s = &b->shape;
    struct group g = {.ring = ring, .kept = b->kept + 3 * b->padded * slot, .last = -1};
    int64_t longest = 0, least = count == LANES && s->step == 1 ? s->n : 0;
    for (int q = 0; q < count; q++) {
        g.at[q] = shape_start(s, first + q);
        g.rows[q] = shape_rows(s, first + q);
        if (g.rows[q] > longest) longest = g.rows[q];
        if (g.rows[q] < least) least = g.rows[q];
        if (q == 1) g.pitch = g.at[1] - g.at[0];
        if (g.at[q] != g.at[0] + q * g.pitch) least = 0;
    }
    g.blocks = (longest + ROWS - 1) / ROWS;
    if (least == longest && least % ROWS == 0) g.last = least / ROWS - 1;
    g.whole = g.last >= 0 || least == 0 ? least / ROWS : (least - 1) / ROWS;
    g.next = g.at[0] + (s->n > SHORT ? AHEAD : LANES * g.pitch * ((AHEAD + s->n - 1) / s->n));
    g.stride = ROWS * ring_row(b->stage);
    return g;
}

/* `f` can go down while `u` comes up if they have the same blocks; it takes over the ring from its end. */
static bool joins(struct group *f, const struct group *u)
{
    if (!u || f->blocks != u->blocks || f->whole != u->whole) return false;
    f->ring = u->ring + (u->blocks - 1) * u->stride;
    f->stride = -u->stride;
    return true;
}

void thomas_simd_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring)
{
    struct group group[2], *u = NULL;
    struct elsewhere elsewhere;
    for (int64_t p = lo; p < hi; p++) {
        struct group *const f = &group[p & 1];
        const int64_t first = p * LANES;
        const int count = (int)min_of(LANES, b->shape.batch - first);
        *f = group_of(b, first, count, first, ring);
        if (b->source != AS_X) f->matrix = place_matrix(b, first, count, &elsewhere);
        const bool together = joins(f, u);
        if (u && !together) sweep(b, NULL, u);
        sweep(b, f, together ? u : NULL);
        u = f;
    }
    if (u) sweep(b, NULL, u);
}

void thomas_simd_few(const struct batch *b, int64_t first, int count, int64_t slot, real *ring)
{
    struct group g = group_of(b, first, count, slot, ring);
    struct elsewhere elsewhere;
    if (b->source != AS_X) g.matrix = place_matrix(b, first, count, &elsewhere);
    sweep(b, &g, NULL);
    sweep(b, NULL, &g);
}
