/* Elimination and substitution where every lane has a tree of its own. Cables are long and branch seldom: in most lanes
 * a row hangs on the row before, so that whole vectors are passed on, and what hangs elsewhere is taken from lists, one
 * value after the other. A value that is passed on to another row than the one before is subtracted as soon as it is
 * known, long before that row is read as a vector. Every row subtracts its children from the last to the first. */
#include "solvers/tree/lanes/lanes.h"

/* All bits of the lanes of column v whose bits are set. */
INLINE vec_bits lanes_of(uint32_t skip, int v)
{
    vec_bits bit = {0};
    for (int q = 0; q < LANES; q++) bit[q] = UINT32_C(1) << q;
    return (vec_bits)((bit & (skip >> v)) != 0);
}

INLINE vec choose(vec_bits lanes, vec of_lanes, vec others)
{
    return (vec)(((vec_bits)of_lanes & lanes) | ((vec_bits)others & ~lanes));
}

/* *to -= a * b in lanes that are not skipped. Without a branch: compilers fuse a product and a difference only where
 * nothing comes between them, and `hines` has them fused. */
INLINE void pass_on(real *to, vec a, vec b, vec_bits skipped)
{
    const vec before = vec_load(to), after = before - a * b;
    vec_store(to, choose(skipped, before, after));
}

INLINE void eliminate_row(enum lanes_stage stage, const struct lane_tile *t, int64_t i, uint32_t skip)
{
    for (int v = 0; v < TREES; v += LANES) {
        const int64_t at = i * TREES + v, before = at - TREES;
        const vec w = stage == LANES_KEPT ? vec_load(t->w + at) : lanes_reciprocal(vec_load(t->l + at));
        const vec upper = vec_load(t->upper + at);
        const vec_bits skipped = lanes_of(skip, v);
        vec y = w, l = w;
        if (stage == LANES_FACTOR) vec_store(t->w + at, w);
        if (stage != LANES_KEPT) l = vec_load(t->lower + at) * w, vec_store(t->l + at, l);
        if (stage != LANES_FACTOR) y = vec_load(t->x + at) * w, vec_store(t->x + at, y);
        if (i == 0) continue;
        if (stage != LANES_KEPT) pass_on(t->l + before, upper, l, skipped);
        if (stage != LANES_FACTOR) pass_on(t->x + before, upper, y, skipped);
    }
}

INLINE void eliminate(enum lanes_stage stage, const struct lane_tile *t)
{
    const struct lane_group *const g = t->group;
    int32_t k = 0;
    for (int64_t i = t->rows - 1; i >= 0; i--) {
        eliminate_row(stage, t, i, g->row[i].skip);
        for (; k < g->row[i].by_child; k++) {
            const struct lane_branch b = g->by_child[k];
            const real upper = t->upper[b.child];
            if (stage != LANES_KEPT) t->l[b.parent] = minus_product(t->l[b.parent], upper, t->l[b.child]);
            if (stage != LANES_FACTOR) t->x[b.parent] = minus_product(t->x[b.parent], upper, t->x[b.child]);
        }
    }
}

void lanes_own_eliminate(enum lanes_stage stage, const struct lane_tile *t)
{
    switch (stage) {
    case LANES_FRESH: eliminate(LANES_FRESH, t); break;
    case LANES_FACTOR: eliminate(LANES_FACTOR, t); break;
    case LANES_KEPT: eliminate(LANES_KEPT, t); break;
    }
}

void lanes_own_substitute(const struct lane_tile *t)
{
    const struct lane_group *const g = t->group;
    int32_t k = 0;
    for (int64_t i = 0; i < t->rows; i++) {
        for (int v = 0; v < TREES && i > 0; v += LANES) {
            real *const x = t->x + i * TREES + v;
            pass_on(x, vec_load(t->l + i * TREES + v), vec_load(x - TREES), lanes_of(g->row[i].skip, v));
        }
        for (; k < g->row[i].by_parent; k++) {
            const struct lane_branch b = g->by_parent[k];
            t->x[b.child] = minus_product(t->x[b.child], t->l[b.child], t->x[b.parent]);
        }
    }
}

void lanes_own_trees(enum lanes_stage stage, const struct lane_tile *t)
{
    lanes_own_eliminate(stage, t);
    if (stage != LANES_FACTOR) lanes_own_substitute(t);
}
