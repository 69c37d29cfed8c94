/* The reduced system of partitions: two equations of each between the unknowns next to its cuts, and how two of them
 * become those of one that is twice as long.
 *
 * Pair j is (tail, head), the last unknown before cut j and the first after it; of the cut before the first row only
 * head counts, of that after the last row only tail. A block has two equations between the pair before and the pair
 * after it. Joining two blocks leaves two of their four equations, without the pair between them, which is eliminated
 * by partial pivoting among the four: no block of two rows has to be regular by itself.
 *
 * L.-W. Chang, thesis, Illinois, 2014, section 2.1.1, equation 2.4; E. Polizzi, A. H. Sameh, A parallel hybrid banded
 * system solver: the SPIKE algorithm, Parallel Comput. 32, 2006. 50 flops a join. */
#pragma once
#include <stdbool.h>

#include "base/exec.h"
#include "base/real.h"

/* l tail + z head, of the pair before, + p tail + q head, of the next pair, = e */
struct spike_equation {
    real l, z, p, q, e;
};

struct spike_block {
    struct spike_equation upper, lower;
};

struct spike_pair {
    real tail, head;
};

/* The pair between two blocks by the pairs before and after them: tail = upper.e - ... - q head, head = lower.e - ...
 */
struct spike_kept {
    struct spike_equation upper, lower;
    real q;
};

/* Elements at the pair before, at the pair between, at the pair after; right side. */
struct spike_wide {
    real l, z, p, q, r, s, e;
};

static inline EITHER_SPACE bool spike_exceeds(real a, real b)
{
    return (a < 0 ? -a : a) > (b < 0 ? -b : b);
}

static inline EITHER_SPACE void spike_swap(struct spike_wide *a, struct spike_wide *b)
{
    const struct spike_wide was = *a;
    *a = *b;
    *b = was;
}

static inline EITHER_SPACE void spike_subtract(struct spike_wide *a, const struct spike_wide *pivot, real m)
{
    a->l -= m * pivot->l, a->z -= m * pivot->z, a->q -= m * pivot->q;
    a->r -= m * pivot->r, a->s -= m * pivot->s, a->e -= m * pivot->e;
}

static inline EITHER_SPACE struct spike_wide spike_of_first(struct spike_equation k)
{
    const struct spike_wide w = {k.l, k.z, k.p, k.q, 0, 0, k.e};
    return w;
}

static inline EITHER_SPACE struct spike_wide spike_of_second(struct spike_equation k)
{
    const struct spike_wide w = {0, 0, k.l, k.z, k.p, k.q, k.e};
    return w;
}

static inline EITHER_SPACE struct spike_equation spike_without_pair(struct spike_wide w, real scale)
{
    const struct spike_equation k = {w.l * scale, w.z * scale, w.r * scale, w.s * scale, w.e * scale};
    return k;
}

/* The block of both; `kept` gives the pair between them. */
static inline EITHER_SPACE struct spike_block spike_join(const struct spike_block *first,
                                                         const struct spike_block *second, struct spike_kept *kept)
{
    struct spike_wide row[4] = {spike_of_first(first->upper), spike_of_first(first->lower),
                                spike_of_second(second->upper), spike_of_second(second->lower)};
    for (int i = 1; i < 4; i++)
        if (spike_exceeds(row[i].p, row[0].p)) spike_swap(&row[0], &row[i]);
    const real w = 1 / row[0].p;
    for (int i = 1; i < 4; i++) spike_subtract(&row[i], &row[0], row[i].p * w);
    for (int i = 2; i < 4; i++)
        if (spike_exceeds(row[i].q, row[1].q)) spike_swap(&row[1], &row[i]);
    const real y = 1 / row[1].q;
    for (int i = 2; i < 4; i++) spike_subtract(&row[i], &row[1], row[i].q * y);
    kept->upper = spike_without_pair(row[0], w), kept->lower = spike_without_pair(row[1], y);
    kept->q = row[0].q * w;
    const struct spike_block both = {spike_without_pair(row[2], 1), spike_without_pair(row[3], 1)};
    return both;
}

static inline EITHER_SPACE real spike_left_over(const struct spike_equation *k, struct spike_pair before,
                                                struct spike_pair behind)
{
    const real left = k->l * before.tail + k->z * before.head;
    return k->e - left - (k->p * behind.tail + k->q * behind.head);
}

static inline EITHER_SPACE struct spike_pair spike_between(const struct spike_kept *kept, struct spike_pair before,
                                                           struct spike_pair behind)
{
    const real head = spike_left_over(&kept->lower, before, behind);
    const struct spike_pair pair = {spike_left_over(&kept->upper, before, behind) - kept->q * head, head};
    return pair;
}

/* Two equations without a tail before: u becomes the one that solves for the head before, v what the other one says
 * without it. */
static inline EITHER_SPACE void spike_order_heads(struct spike_equation *u, struct spike_equation *v)
{
    if (spike_exceeds(v->z, u->z)) {
        const struct spike_equation was = *u;
        *u = *v;
        *v = was;
    }
    const real m = v->z / u->z;
    v->z = 0, v->p -= m * u->p, v->q -= m * u->q, v->e -= m * u->e;
}

/* The head of the first pair and the tail of the last one, from the block of all partitions. */
static inline EITHER_SPACE void spike_ends(const struct spike_block *all, struct spike_pair *first,
                                           struct spike_pair *last)
{
    struct spike_equation u = all->upper, v = all->lower;
    spike_order_heads(&u, &v);
    last->tail = v.e / v.p, last->head = 0;
    first->tail = 0, first->head = (u.e - u.p * last->tail) / u.z;
}
