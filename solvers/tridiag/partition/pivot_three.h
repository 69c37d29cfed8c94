/* The inner unknowns of parts eliminated with partial pivoting among three rows: for any regular matrix. */
#pragma once
#include "solvers/tridiag/partition/pivot_part.h"

/* The equations of the parts. Sets lanes of *strange where a pivot is zero or so small that its reciprocal overflows.
 */
struct part_equations pivot_three_reduce(const struct parts *parts, vec_bits *strange);

/* Largest residual of the first and the last row of a part, relative to the row's elements times the largest |x| of the
 * system, or to its right side. More is not rounding. */
#ifdef BANDSTAND_FLOAT
#define PIVOT_THREE_MISSED RC(0x1p-10)
#else
#define PIVOT_THREE_MISSED RC(0x1p-26)
#endif

/* The residual of a row in units of its elements, which is to be far below the largest |x| of the system; 0 where it is
 * small against the right side, NaN where it is not finite. */
INLINE vec pivot_row_missed(struct held_row k)
{
    const vec terms = vec_magnitude(k.a) + vec_magnitude(k.b) + vec_magnitude(k.c), residual = held_residual(&k);
    const vec_bits held = (vec_bits)(residual <= PIVOT_THREE_MISSED * vec_magnitude(k.d));
    return vec_unless(held, residual / terms);
}

/* x of the parts from their ends, with the same pivots. `kept`: 3 PART vectors of workspace. *missed grows to the
 * largest residual of these rows in units of their elements; lanes of *strange are also set where it or an x is not
 * finite. */
void pivot_three_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec_bits *strange,
                            vec *missed);

/* info of a solved system: i + 1 of the first row whose x is not finite; else n, where a pivot was out of range, or a
 * row was missed by far more than the rounding of the largest |x|; else 0. */
int64_t pivot_three_info(struct line l, bool strange, real missed);

/* Elements at x_{-1}, x_0, and from the unknown that is next on: p, q, r; right side. */
struct three_row {
    vec l, z, p, q, r, e;
};

struct three_rest {
    struct three_row a, b;
};

/* 1 / pivot, the factors by which the pivot row is subtracted from the two others, and where it was exchanged, with a
 * first, then with b. */
struct three_step {
    vec w, by_a, by_b;
    vec_bits from_a, from_b;
};

/* Exchanges the rows where |a.p| > |b.p|. */
INLINE vec_bits three_order(struct three_row *a, struct three_row *b, bool spikes)
{
    const vec_bits mask = vec_above(vec_magnitude(a->p), vec_magnitude(b->p));
    if (spikes) vec_swap(mask, &a->l, &b->l), vec_swap(mask, &a->z, &b->z);
    vec_swap(mask, &a->p, &b->p), vec_swap(mask, &a->q, &b->q), vec_swap(mask, &a->r, &b->r);
    vec_swap(mask, &a->e, &b->e);
    return mask;
}

/* Subtracts the pivot row m times, and goes on to the next unknown. */
INLINE void three_subtract(struct three_row *a, const struct three_row *pivot, vec m, bool spikes)
{
    if (spikes) a->l -= m * pivot->l, a->z -= m * pivot->z;
    a->p = a->q - m * pivot->q;
    a->q = a->r - m * pivot->r;
    a->r = vec_all(0);
    a->e -= m * pivot->e;
}

/* Eliminates the next unknown with one more row, which becomes the pivot row. */
INLINE struct three_step three_eliminate(struct three_rest *k, struct three_row *next, bool spikes, vec_bits *strange)
{
    struct three_step step;
    step.from_a = three_order(&k->a, next, spikes);
    step.from_b = three_order(&k->b, next, spikes);
    step.w = 1 / next->p;
    *strange |= vec_not_finite(step.w);
    step.by_a = k->a.p * step.w, step.by_b = k->b.p * step.w;
    three_subtract(&k->a, next, step.by_a, spikes);
    three_subtract(&k->b, next, step.by_b, spikes);
    return step;
}

INLINE struct three_row three_row_of(const struct part_rows *m, int r)
{
    const vec none = vec_all(0);
    return (struct three_row){none, none, m->a[r], m->b[r], m->c[r], m->d[r]};
}

/* Rows 0 and 1, whose x_{-1} and x_0 are still unknown. */
INLINE struct three_rest three_first(const struct part_rows *m)
{
    const vec none = vec_all(0);
    return (struct three_rest){{m->a[0], m->b[0], m->c[0], none, none, m->d[0]},
                               {none, m->a[1], m->b[1], m->c[1], none, m->d[1]}};
}

INLINE struct part_equations three_equations(const struct three_rest *k)
{
    return (struct part_equations){{k->a.l, k->a.z, k->a.p, k->a.q, k->a.e}, {k->b.l, k->b.z, k->b.p, k->b.q, k->b.e}};
}
