/* Two rows are left over, A from row 0 and B from row 1; each has an element at the unknown that is eliminated next, at
 * the one behind it, and at x_{-1} and x_0. With the next row N they are the candidates for the pivot: two exchanges
 * put the row with the largest element into place, and both others are reduced.
 *
 * C. Klein, R. Strzodka, Tridiagonal GPU solver with scaled partial pivoting at maximum bandwidth, ICPP 2021, have two
 * candidates, going down without row 0 and going up without the last row. Where the inner block is singular these give
 * the same equation twice, and a wrong answer. With three candidates they never do. */
#include "solvers/tridiag/partition/pivot_three.h"

/* Elements at x_{-1}, x_0, and from the unknown that is next on: p, q, r; right side. */
struct row {
    vec l, z, p, q, r, e;
};

struct rest {
    struct row a, b;
};

/* Exchanges the rows where |a.p| > |b.p|. */
INLINE void order(struct row *a, struct row *b, bool spikes)
{
    const vec_bits mask = vec_above(vec_magnitude(a->p), vec_magnitude(b->p));
    if (spikes) vec_swap(mask, &a->l, &b->l), vec_swap(mask, &a->z, &b->z);
    vec_swap(mask, &a->p, &b->p), vec_swap(mask, &a->q, &b->q), vec_swap(mask, &a->r, &b->r);
    vec_swap(mask, &a->e, &b->e);
}

/* Subtracts the pivot row m times, and goes on to the next unknown. */
INLINE void subtract(struct row *a, const struct row *pivot, vec m, bool spikes)
{
    if (spikes) a->l -= m * pivot->l, a->z -= m * pivot->z;
    a->p = a->q - m * pivot->q;
    a->q = a->r - m * pivot->r;
    a->r = vec_all(0);
    a->e -= m * pivot->e;
}

/* Eliminates the next unknown with one more row, which becomes the pivot row. Returns 1 / pivot. */
INLINE vec eliminate(struct rest *k, struct row *next, bool spikes, vec_bits *strange)
{
    order(&k->a, next, spikes);
    order(&k->b, next, spikes);
    const vec w = 1 / next->p;
    *strange |= vec_not_finite(w);
    subtract(&k->a, next, k->a.p * w, spikes);
    subtract(&k->b, next, k->b.p * w, spikes);
    return w;
}

INLINE struct row row_of(const struct part_rows *m, int r)
{
    const vec none = vec_all(0);
    return (struct row){none, none, m->a[r], m->b[r], m->c[r], m->d[r]};
}

struct part_equations pivot_three_reduce(const struct parts *parts, vec_bits *strange)
{
    const vec none = vec_all(0);
    struct part_rows m;
    part_rows_load(parts, 0, &m);
    struct rest k = {{m.a[0], m.b[0], m.c[0], none, none, m.d[0]}, {none, m.a[1], m.b[1], m.c[1], none, m.d[1]}};
    for (int64_t i = 0; i < PART; i += ROWS) {
        if (i > 0) part_rows_load(parts, i, &m);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++) {
            struct row next = row_of(&m, r);
            eliminate(&k, &next, true, strange);
        }
    }
    return (struct part_equations){{k.a.l, k.a.z, k.a.p, k.a.q, k.a.e}, {k.b.l, k.b.z, k.b.p, k.b.q, k.b.e}};
}

/* The residual of a row in units of its elements, which is to be far below the largest |x| of the system; 0 where it is
 * small beside the right side, NaN where it is not finite. */
INLINE vec row_missed(struct held_row k)
{
    const vec terms = vec_magnitude(k.a) + vec_magnitude(k.b) + vec_magnitude(k.c), residual = held_residual(&k);
    const vec_bits held = (vec_bits)(residual <= PIVOT_THREE_MISSED * vec_magnitude(k.d));
    return vec_unless(held, residual / terms);
}

void pivot_three_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec_bits *strange,
                            vec *missed)
{
    const vec none = vec_all(0), first = ends->first;
    struct part_rows top, m;
    part_rows_load(parts, 0, &m);
    top = m;
    const vec rest = m.d[0] - m.a[0] * ends->before;
    struct rest k = {{none, none, m.c[0], none, none, rest - m.b[0] * first},
                     {none, none, m.b[1], m.c[1], none, m.d[1] - m.a[1] * first}};
    for (int64_t i = 0; i < PART; i += ROWS) {
        if (i > 0) part_rows_load(parts, i, &m);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++) {
            struct row next = row_of(&m, r);
            const vec w = eliminate(&k, &next, false, strange);
            vec *const row = kept + (i + r) * 3;
            row[0] = next.q * w, row[1] = next.r * w, row[2] = next.e * w;
        }
    }
    const struct inner x = parts_up(parts, ends, kept);
    const vec first_missed = row_missed(first_held(&top, ends, &x)), last_missed = row_missed(last_held(&m, ends, &x));
    *strange |= vec_not_finite(x.zero) | vec_not_finite(first_missed) | vec_not_finite(last_missed);
    *missed = vec_max(*missed, vec_max(first_missed, last_missed));
}
