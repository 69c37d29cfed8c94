/* Partitions of a group, one in each vector lane: rows transposed as they are read, back substitution for three
 * right sides in place of what elimination has left, and the equations of each partition. */
#pragma once
#include <math.h>

#include "solvers/tridiag/spike/spike.h"

/* ROWS rows of each partition. */
struct spike_rows {
    vec a[ROWS], b[ROWS], c[ROWS], d[ROWS];
};

/* Rows after the system are those of the identity; a of its first row and c of its last one are 0. */
static inline void spike_rows_edge(const struct spike *k, int64_t first, struct spike_rows *out)
{
    for (int q = 0; q < LANES; q++)
        for (int r = 0; r < ROWS; r++) {
            const int64_t i = first + q * k->rows + r;
            const bool in = i < k->n;
            out->a[r][q] = in && i > 0 ? k->in.a[i] : 0;
            out->b[r][q] = in ? k->in.b[i] : 1;
            out->c[r][q] = in && i < k->n - 1 ? k->in.c[i] : 0;
            out->d[r][q] = in ? k->in.d[i] : 0;
        }
}

/* The first row of a group, and that of its last lane. */
static inline int64_t spike_first(const struct spike *k, int64_t group)
{
    return group * LANES * k->rows;
}

static inline int64_t spike_last_lane(const struct spike *k, int64_t group)
{
    return spike_first(k, group) + (LANES - 1) * k->rows;
}

/* Rows i ... i + ROWS - 1 of each partition. */
INLINE void spike_rows_load(const struct spike *k, int64_t group, int64_t i, struct spike_rows *out)
{
    const int64_t first = spike_first(k, group) + i;
    if (first == 0 || spike_last_lane(k, group) + i + ROWS >= k->n) {
        spike_rows_edge(k, first, out);
        return;
    }
    rows_load(k->in.a + first, k->rows, out->a);
    rows_load(k->in.b + first, k->rows, out->b);
    rows_load(k->in.c + first, k->rows, out->c);
    rows_load(k->in.d + first, k->rows, out->d);
}

INLINE real *spike_group_at(const struct spike *k, int64_t group, int64_t i)
{
    return k->slots + (group * k->rows + i) * SPIKE_FIELDS * LANES;
}

/* The value of each lane at field f of row i. */
INLINE vec spike_load(const real *slot, int f)
{
    return vec_load(slot + f * LANES);
}

/* Equations l x_before + z x_first + p x_last + q x_behind = e, in each lane. */
struct spike_equations {
    vec l, z, p, q, e;
};

static inline struct spike_equation spike_lane_of(const struct spike_equations *k, int q)
{
    return (struct spike_equation){k->l[q], k->z[q], k->p[q], k->q[q], k->e[q]};
}

static inline void spike_put(const struct spike *k, int64_t group, const struct spike_equations *upper,
                             const struct spike_equations *lower, vec before, vec behind)
{
    for (int q = 0; q < LANES; q++) {
        const int64_t p = group * LANES + q;
        if (p >= k->count) return;
        k->block[p] = (struct spike_block){spike_lane_of(upper, q), spike_lane_of(lower, q)};
        k->growth[p] = (struct spike_growth){before[q], behind[q]};
    }
}

/* The unknowns that a row is substituted by: of the next row, and of the one after it. */
struct spike_ahead {
    vec next, behind;
};

INLINE vec spike_substitute(vec from, vec f, vec_bits far, bool pairs, struct spike_ahead *x)
{
    const vec here = from - f * (pairs ? vec_pick(far, x->behind, x->next) : x->next);
    x->behind = x->next, x->next = here;
    return here;
}

/* Elimination has kept y, w and, in the place of v, a factor f in each row: of the next unknown, or, where its lowest
 * bit is set (if there are `pairs`), of the one after it. These become y, w and v. Without pairs f counts as growth:
 * it is large where a pivot was small. */
INLINE void spike_back(const struct spike *k, int64_t group, bool pairs)
{
    const vec none = vec_all(0), one = vec_all(1);
    struct spike_ahead y = {none, none}, w = {none, none}, v = {-one, none};
    struct spike_equations upper = {.z = one, .p = none}, lower = {.z = none, .p = one};
    vec before = none, behind = none, zero = none;
    for (int64_t i = k->rows - 1; i >= 0; i--) {
        real *const slot = spike_group_at(k, group, i);
        const vec f = spike_load(slot, SPIKE_V);
        const vec_bits far = pairs ? -((vec_bits)f & 1) : (vec_bits){0};
        spike_substitute(spike_load(slot, SPIKE_Y), f, far, pairs, &y);
        spike_substitute(spike_load(slot, SPIKE_W), f, far, pairs, &w);
        spike_substitute(none, f, far, pairs, &v);
        vec_store(slot + SPIKE_Y * LANES, y.next);
        vec_store(slot + SPIKE_W * LANES, w.next);
        vec_store(slot + SPIKE_V * LANES, v.next);
        before = vec_max(vec_magnitude(w.next), before);
        behind = vec_max(vec_magnitude(v.next), behind);
        if (!pairs) behind = vec_max(vec_magnitude(f), behind);
        zero += 0 * y.next + 0 * (w.next + v.next);
        if (i == k->rows - 1) lower.l = w.next, lower.q = v.next, lower.e = y.next;
    }
    upper.l = w.next, upper.q = v.next, upper.e = y.next;
    spike_put(k, group, &upper, &lower, before + zero, behind + zero);
}

/* Rows i ... i + ROWS - 1 of x, of the rows that there are. */
void spike_store(const struct spike *k, int64_t group, int64_t i, vec x[ROWS]);

/* x = y - w x_before - v x_behind */
void spike_collect(const struct spike *k, int64_t group);
