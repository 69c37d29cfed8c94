/* Elimination of a block: ROWS rows of LANES systems, one system in each lane.
 *
 * With one vector in flight the division would be waited for at every row. So `chain` rows at a time use
 * continuants, w_i = p_{i-1} / p_i with p_i = b_i p_{i-1} - a_i c_{i-1} p_{i-2}, which takes the division off the
 * chain of dependences, and start again from p = 1. That is elimination in order still, pivot by pivot,
 * unless a product of `chain` pivots, or of coefficients, leaves the range of numbers, which sets a bit of
 * `out_of_range`. A chain of one row multiplies no two coefficients, and so takes any that elimination row by row
 * takes. */
#pragma once
#include "solvers/tridiag/thomas/thomas_simd_group.h"

/* The state that one block passes to the next. */
struct carry {
    vec c, w, z, x;        /* upper and 1 / pivot of the row above, its right side eliminated; the row below */
    vec squares;           /* of h, added up */
    vec_bits out_of_range; /* has a bit of OUT_OF_RANGE if some pivot was out of range */
};

/* The factors of the matrix, with l_i = a_i w_{i-1}. */
struct factors {
    vec l[ROWS], w[ROWS], h[ROWS];
};

/* Subtracting OFFSET moves the middle half of the exponents to the bottom: all others have a bit of OUT_OF_RANGE. */
#ifdef BANDSTAND_FLOAT
#define OFFSET ((UINT32_C(127) - 32) << 23)
#define OUT_OF_RANGE (UINT32_C(3) << 29)
#else
#define OFFSET ((UINT64_C(1023) - 256) << 52)
#define OUT_OF_RANGE (UINT64_C(3) << 61)
#endif

INLINE void block_eliminate(const struct simd_rows *m, int chain, struct carry *k, struct factors *f)
{
    vec before = k->w, p = vec_all(1);
    for (int r = 0; r < ROWS; r++) {
        if (r % chain == 0) before = k->w, p = vec_all(1);
        const vec next = chain == 1 ? m->b[r] - m->a[r] * (k->c * before) : m->b[r] * p - m->a[r] * k->c * before;
        f->l[r] = m->a[r] * k->w;
        f->w[r] = k->w = p / next;
        f->h[r] = m->c[r] * k->w;
        k->squares += f->h[r] * f->h[r];
        k->c = m->c[r];
        k->out_of_range |= (vec_bits)k->w - OFFSET;
        before = p, p = next;
    }
}

/* A row of the ring: y, and h before it where it is not kept elsewhere. */
INLINE int64_t ring_row(enum stage stage)
{
    return stage == FRESH ? 2 * LANES : LANES;
}

INLINE void block_down(enum stage stage, const struct group *g, int64_t k, const struct factors *f, const vec d[ROWS],
                       struct carry *c)
{
    real *ring = g->ring + k * g->stride;
    for (int r = 0; r < ROWS; r++, ring += ring_row(stage)) {
        c->z = d[r] - f->l[r] * c->z;
        if (stage == FRESH) vec_store(ring, f->h[r]);
        vec_store(ring + ring_row(stage) - LANES, c->z * f->w[r]);
    }
}

INLINE void block_up(enum stage stage, const struct group *g, int64_t k, const vec h[ROWS], struct carry *c,
                     vec x[ROWS])
{
    const real *const y = g->ring + k * g->stride + ring_row(stage) - LANES;
    for (int r = ROWS - 1; r >= 0; r--) x[r] = c->x = vec_load(y + r * ring_row(stage)) - h[r] * c->x;
}

/* Factors in the memory of the plan: l, w and h of one row after the other. */
INLINE real *kept_of(const struct group *g, int64_t k)
{
    return g->kept + 3 * LANES * ROWS * k;
}

INLINE void block_keep(const struct group *g, int64_t k, const struct factors *f)
{
    real *kept = kept_of(g, k);
    for (int r = 0; r < ROWS; r++, kept += 3 * LANES)
        vec_store(kept, f->l[r]), vec_store(kept + LANES, f->w[r]), vec_store(kept + 2 * LANES, f->h[r]);
}

/* l and w of the block, kept or shared. */
INLINE void block_recall(enum stage stage, const struct batch *b, const struct group *g, int64_t k, struct factors *f)
{
    const real *kept = kept_of(g, k);
    for (int r = 0; r < ROWS; r++, kept += 3 * LANES) {
        f->l[r] = stage == KEPT ? vec_load(kept) : vec_all(b->shared.l[k * ROWS + r]);
        f->w[r] = stage == KEPT ? vec_load(kept + LANES) : vec_all(b->shared.w[k * ROWS + r]);
    }
}

INLINE void block_recall_h(enum stage stage, const struct batch *b, const struct group *g, int64_t k, vec h[ROWS])
{
    const real *const kept = stage == FRESH ? g->ring + k * g->stride : kept_of(g, k) + 2 * LANES;
    for (int r = 0; r < ROWS; r++)
        h[r] = stage == SHARED ? vec_all(b->shared.h[k * ROWS + r])
                               : vec_load(kept + r * (stage == FRESH ? 2 : 3) * LANES);
}

/* Blocks with the first or last rows of some lanes, idle lanes, or systems at irregular distances: the same, row by row
 * and lane by lane, with a row of the identity where there is none. `chain`: ROWS in plain blocks, so that a system has
 * the same bits whatever its neighbours are; else 1. */
struct carry partial_down(const struct batch *b, const struct group *g, int64_t k, int chain, struct carry c);
struct carry partial_up(const struct batch *b, const struct group *g, int64_t k, struct carry c);
