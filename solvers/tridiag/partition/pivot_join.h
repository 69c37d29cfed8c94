/* The two equations of each part between pairs of unknowns, joined level by level with partial pivoting until one pair
 * of equations is left, and the pairs from it. */
#pragma once
#include "solvers/batch/team.h"
#include "solvers/tridiag/partition/pivot_part.h"

enum {
    PIVOT_JOIN_LEVELS = 14,
    JOINED = 32, /* blocks that become one */
    BEHIND = 8,  /* pairs kept after the last block */
    JOIN_GROUP = LANES * JOINED
};

/* `count` blocks of two equations, padded to `capacity`. Pair k, (one, two)[k], is that before block k; there is one
 * more after the last. Field f of block k is at join_at(level, k)[f * ROWS]: four blocks interleaved. */
struct pivot_join_level {
    int64_t count, capacity;
    real *field, *one, *two;
};

struct pivot_join {
    int levels;
    struct pivot_join_level level[PIVOT_JOIN_LEVELS];
};

/* The elimination of a pair, as right sides need it: the factors of the rows a, b and d by the first pivot row c, and
 * of a and b by the second one, d; bit k of `from` is set where the k-th of these had the larger element, and took the
 * place of the pivot row; 1 / pivots; and the pair by the next pair. */
struct pivot_join_kept {
    vec by[5], w, y, q, r, s, r2, s2;
    vec_bits from;
};

/* LANES times JOINED blocks: elements of the first block at the pair before, of its upper row, then of its lower one;
 * and pairs 1 ... JOINED - 1. */
struct pivot_join_group {
    vec left[4];
    struct pivot_join_kept pair[JOINED];
};

/* The last two equations, z first + p last = e: the second one is subtracted `by` times the first, which is the lower
 * one if `swap`. */
struct pivot_join_top {
    real z, p, by, pivot;
    bool swap;
};

/* Values of workspace for so many parts. */
int64_t pivot_join_values(int64_t parts);
struct pivot_join pivot_join_of(int64_t parts, real *values);

/* Stores the equations of parts k ... k + LANES - 1. */
void pivot_join_put(const struct pivot_join *j, int64_t k, const struct part_equations *e);

/* The ends of parts k ... k + LANES - 1, after pivot_join_solve. */
struct part_ends pivot_join_ends(const struct pivot_join *j, int64_t k);

/* Called by every rank. Pairs from equations; sets *failed where a pivot is zero or its reciprocal overflows. Ends with
 * a wait of the team. */
void pivot_join_solve(const struct pivot_join *j, struct team team, int64_t *failed);

/* Called by every rank. Keeps in groups[pivot_join_groups(parts)] and in *top what pivot_join_solve computes for right
 * sides of zero; sets *failed as it does. */
int64_t pivot_join_groups(int64_t parts);
void pivot_join_factor(const struct pivot_join *j, struct pivot_join_group *groups, struct pivot_join_top *top,
                       struct team team, int64_t *failed);

/* Elements at the pair before the first block, at the pair to be eliminated, at the next pair; right side. */
struct join_row {
    vec l, z, p, q, r, s, e;
};

/* Exchanges where the element of a at the first (or second) unknown of the pair is larger than that of the pivot. */
INLINE vec_bits join_order(struct join_row *pivot, struct join_row *a, bool first, bool spikes)
{
    const vec own = first ? pivot->p : pivot->q, other = first ? a->p : a->q;
    const vec_bits mask = vec_above(vec_magnitude(other), vec_magnitude(own));
    if (spikes) vec_swap(mask, &a->l, &pivot->l), vec_swap(mask, &a->z, &pivot->z);
    if (first) vec_swap(mask, &a->p, &pivot->p);
    vec_swap(mask, &a->q, &pivot->q), vec_swap(mask, &a->r, &pivot->r), vec_swap(mask, &a->s, &pivot->s);
    vec_swap(mask, &a->e, &pivot->e);
    return mask;
}

INLINE vec join_subtract(struct join_row *a, const struct join_row *pivot, vec w, bool first, bool spikes)
{
    const vec m = (first ? a->p : a->q) * w;
    if (spikes) a->l -= m * pivot->l, a->z -= m * pivot->z;
    if (first) a->q -= m * pivot->q;
    a->r -= m * pivot->r, a->s -= m * pivot->s, a->e -= m * pivot->e;
    return m;
}

/* A pair by the next pair: first = e - q second - r one - s two, second = e2 - r2 one - s2 two. */
struct join_pair {
    vec q, r, s, e, r2, s2, e2;
};

/* Eliminates the pair between the rows a and b and the rows c and d of the next block. `kept`: NULL, or what right
 * sides need of it. */
INLINE struct join_pair join_eliminate(struct join_row *a, struct join_row *b, struct join_row *c, struct join_row *d,
                                       bool spikes, vec_bits *strange, struct pivot_join_kept *kept)
{
    const vec none = vec_all(0);
    vec_bits from[5];
    vec by[5];
    from[0] = join_order(c, a, true, spikes), from[1] = join_order(c, b, true, spikes);
    from[2] = join_order(c, d, true, spikes);
    const vec w = 1 / c->p;
    by[0] = join_subtract(a, c, w, true, spikes), by[1] = join_subtract(b, c, w, true, spikes);
    by[2] = join_subtract(d, c, w, true, spikes);
    from[3] = join_order(d, a, false, spikes), from[4] = join_order(d, b, false, spikes);
    const vec y = 1 / d->q;
    by[3] = join_subtract(a, d, y, false, spikes), by[4] = join_subtract(b, d, y, false, spikes);
    *strange |= vec_not_finite(w) | vec_not_finite(y);
    a->p = a->r, a->q = a->s, a->r = a->s = none;
    b->p = b->r, b->q = b->s, b->r = b->s = none;
    const struct join_pair pair = {c->q * w, c->r * w, c->s * w, c->e * w, d->r * y, d->s * y, d->e * y};
    if (kept) {
        *kept = (struct pivot_join_kept){
            .w = w, .y = y, .q = pair.q, .r = pair.r, .s = pair.s, .r2 = pair.r2, .s2 = pair.s2};
        for (int m = 0; m < 5; m++) kept->by[m] = by[m], kept->from |= from[m] & ((vec_bits){0} + (1u << m));
    }
    return pair;
}

/* Every JOINED-th value from p on, one in each lane. */
INLINE vec join_apart(const real *p)
{
    vec v;
    for (int q = 0; q < LANES; q++) v[q] = p[q * JOINED];
    return v;
}

/* The last unknowns from the right sides of their two equations: pair 0 is 0 and the first one, those after are the
 * last one and 0. */
INLINE void pivot_join_last(const struct pivot_join_top *t, real upper, real lower, int64_t pairs, real *one, real *two)
{
    const real e = t->swap ? lower : upper, rest = t->swap ? upper : lower;
    const real last = (rest - t->by * e) / t->pivot;
    one[0] = 0, two[0] = (e - t->p * last) / t->z;
    for (int64_t k = 1; k < pairs; k++) one[k] = last, two[k] = 0;
}
