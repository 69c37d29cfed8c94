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

/* *to -= a * b in lanes that are not skipped. */
INLINE void pass_on(real *to, vec a, vec b, uint32_t skip, int v)
{
    const vec before = vec_load(to), after = before - a * b;
    vec_store(to, skip ? choose(lanes_of(skip, v), before, after) : after);
}

INLINE void eliminate_row(enum stage stage, const struct lane_tile *t, int64_t i, uint32_t skip)
{
    for (int v = 0; v < WIDTH; v += LANES) {
        const int64_t at = i * WIDTH + v, before = at - WIDTH;
        const vec w = stage == KEPT ? vec_load(t->w + at) : lanes_reciprocal(vec_load(t->l + at));
        const vec upper = vec_load(t->upper + at);
        vec y = w, l = w;
        if (stage == FACTOR) vec_store(t->w + at, w);
        if (stage != KEPT) l = vec_load(t->lower + at) * w, vec_store(t->l + at, l);
        if (stage != FACTOR) y = vec_load(t->x + at) * w, vec_store(t->x + at, y);
        if (i == 0) continue;
        if (stage != KEPT) pass_on(t->l + before, upper, l, skip, v);
        if (stage != FACTOR) pass_on(t->x + before, upper, y, skip, v);
    }
}

INLINE void eliminate(enum stage stage, const struct lane_tile *t)
{
    const struct lane_group *const g = t->group;
    int32_t k = 0;
    for (int64_t i = t->rows - 1; i >= 0; i--) {
        eliminate_row(stage, t, i, g->row[i].skip);
        for (; k < g->row[i].by_child; k++) {
            const struct lane_branch b = g->by_child[k];
            if (stage != KEPT) t->l[b.parent] -= t->upper[b.child] * t->l[b.child];
            if (stage != FACTOR) t->x[b.parent] -= t->upper[b.child] * t->x[b.child];
        }
    }
}

static void substitute(const struct lane_tile *t)
{
    const struct lane_group *const g = t->group;
    int32_t k = 0;
    for (int64_t i = 0; i < t->rows; i++) {
        for (int v = 0; v < WIDTH && i > 0; v += LANES) {
            real *const x = t->x + i * WIDTH + v;
            pass_on(x, vec_load(t->l + i * WIDTH + v), vec_load(x - WIDTH), g->row[i].skip, v);
        }
        for (; k < g->row[i].by_parent; k++) {
            const struct lane_branch b = g->by_parent[k];
            t->x[b.child] -= t->l[b.child] * t->x[b.parent];
        }
    }
}

void lanes_own_trees(enum stage stage, const struct lane_tile *t)
{
    switch (stage) {
    case FRESH: eliminate(FRESH, t); break;
    case FACTOR: eliminate(FACTOR, t); return;
    case KEPT: eliminate(KEPT, t); break;
    }
    substitute(t);
}
