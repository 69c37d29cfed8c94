/* Elimination and substitution of trees that are all the same: every row is plain loads and stores of neighbours. */
#include "solvers/tree/lanes/lanes.h"

/* Rows far apart in memory are not what a processor expects to be read next. */
INLINE void look_ahead(const struct lane_tile *t, const real *array, int64_t i)
{
    if (t->stride == t->width || i < 0) return;
    for (int64_t q = 0; q < t->width; q += LINE) prefetch(array + i * t->stride + q);
}

/* Column v of row i, whose parent is row p or none. */
INLINE void eliminate_one(enum lanes_stage stage, const struct lane_tile *t, int64_t i, int64_t p, int64_t v)
{
    const int64_t at = i * t->width + v, place = i * t->stride + v, to = p * t->width + v, parent = p * t->stride + v;
    const vec w = stage == LANES_KEPT ? vec_load(t->w + at) : lanes_reciprocal(vec_load(t->l + at));
    vec y = w, l = w;
    if (stage == LANES_FACTOR) vec_store(t->w + at, w);
    if (stage != LANES_FACTOR) {
        y = vec_load(t->x + place) * w;
        vec_store(t->x + place, y);
    }
    if (p < 0) return;
    const vec upper = vec_load(t->upper + place);
    if (stage != LANES_KEPT) {
        l = vec_load(t->lower + place) * w;
        vec_store(t->l + at, l);
        vec_store(t->l + to, vec_load(t->l + to) - upper * l);
    }
    if (stage != LANES_FACTOR) vec_store(t->x + parent, vec_load(t->x + parent) - upper * y);
}

INLINE void eliminate(enum lanes_stage stage, const struct lane_tile *t)
{
    const int64_t ahead = 1 + t->ahead / t->width;
    for (int64_t i = t->rows - 1; i >= 0; i--) {
        const int64_t p = t->parent[i];
        if (stage != LANES_KEPT) look_ahead(t, t->lower, i - ahead);
        if (stage != LANES_FACTOR) look_ahead(t, t->x, i - ahead);
        look_ahead(t, t->upper, i - ahead);
        for (int64_t v = 0; v < t->width; v += LANES) eliminate_one(stage, t, i, p, v);
    }
}

static void substitute(const struct lane_tile *t)
{
    for (int64_t i = 0; i < t->rows; i++) {
        const int64_t p = t->parent[i];
        for (int64_t v = 0; v < t->width && p >= 0; v += LANES) {
            real *const x = t->x + i * t->stride + v;
            vec_store(x, vec_load(x) - vec_load(t->l + i * t->width + v) * vec_load(t->x + p * t->stride + v));
        }
    }
}

void lanes_same_tree(enum lanes_stage stage, const struct lane_tile *t)
{
    switch (stage) {
    case LANES_FRESH: eliminate(LANES_FRESH, t); break;
    case LANES_FACTOR: eliminate(LANES_FACTOR, t); return;
    case LANES_KEPT: eliminate(LANES_KEPT, t); break;
    }
    substitute(t);
}
