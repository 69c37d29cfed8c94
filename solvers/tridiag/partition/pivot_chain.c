/* Down and up through parts with the recurrence of pivot_chain.h: `reduce` needs neither pivots nor divisions;
 * `substitute` takes the pivot rows from the same states, one division a row. */
#include "solvers/tridiag/partition/pivot_chain.h"

#include "solvers/tridiag/partition/pivot_three.h"

#define SHARE \
    RC(0x1p-8) /* of row 0 in the upper equation, relative to the largest factor of a row: less is too little */
/* Largest residual of row 0, relative to its terms. */
#define TRUST (32 * REAL_EPS)
/* LEAST is the least s. If any value of a right side is 2^-511 (2^-63) or more, some value has a bit of FELT: values
 * that underflow against it are lost in its rounding errors. */
#ifdef BANDSTAND_FLOAT
#define LEAST RC(0x1p-60)
#define FELT (UINT32_C(3) << 29)
#else
#define LEAST RC(0x1p-500)
#define FELT (UINT64_C(3) << 61)
#endif

/* The row left over is p, side before; e and z times s. side is c of the last row, before the p before. */
struct chain {
    vec p, before, side, e, z, s, least;
};

INLINE struct chain chain_of(vec a, vec b, vec c, vec d)
{
    return (struct chain){b, vec_all(1), c, d, a, vec_all(1), vec_all(1)};
}

/* The compiler fuses the first of two products into the difference: here the one that waits for the row before. */
INLINE void chain_next(struct chain *k, vec a, vec b, vec c, vec d)
{
    const vec own = b * k->p, other = a * k->side * k->before;
    const vec old = a * k->e, right = d * k->p;
    k->e = right - old;
    k->side = c, k->before = k->p, k->p = own - other;
}

/* Each s counts: between two that are in range, one may have been far below it. */
INLINE void chain_grow(struct chain *k, vec s)
{
    k->s = s, k->least = vec_min(s, k->least);
}

/* z changes its sign in each step; steps are even in number. */
INLINE void chain_step(struct chain *k, vec a, vec b, vec c, vec d)
{
    k->z = a * k->z;
    chain_grow(k, vec_max(vec_magnitude(a) * k->s, vec_magnitude(k->p)));
    chain_next(k, a, b, c, d);
}

/* Divides by the power of two in s, the scale of some rows before. */
INLINE void chain_scale(struct chain *k, vec s)
{
    const vec f = vec_inverse_power(s);
    k->p *= f, k->before *= f, k->e *= f, k->z *= f, k->s *= f;
}

INLINE void chain_down(struct chain *k, const struct part_rows *m)
{
    for (int r = 0; r < 2; r++) chain_step(k, m->a[r], m->b[r], m->c[r], m->d[r]);
    const vec s = k->s;
    for (int r = 2; r < ROWS; r++) chain_step(k, m->a[r], m->b[r], m->c[r], m->d[r]);
    chain_scale(k, s);
}

INLINE void chain_up(struct chain *k, const struct part_rows *m)
{
    for (int r = ROWS - 1; r > 1; r--) chain_step(k, m->c[r], m->b[r], m->a[r], m->d[r]);
    const vec s = k->s;
    for (int r = 1; r >= 0; r--) chain_step(k, m->c[r], m->b[r], m->a[r], m->d[r]);
    chain_scale(k, s);
}

INLINE void add_right(vec_bits *right, const struct part_rows *m)
{
    for (int r = 0; r < ROWS; r++) *right |= (vec_bits)m->d[r];
}

/* Lanes whose right side is not 0, but not felt. */
INLINE vec_bits right_is_weak(vec_bits right)
{
    return (vec_bits)((right & FELT) == 0) & (vec_bits)((right << 1) != 0);
}

/* Prefetches share i of `count` of the parts that follow, so that memory is busy throughout. */
INLINE void ahead(const struct parts *p, int64_t i, int64_t count)
{
    const int64_t lines = PARTS_ROWS / LINE / count, at = PARTS_ROWS + i * lines * LINE;
    for (int64_t q = at; q < at + lines * LINE; q += LINE)
        prefetch(p->a + q), prefetch(p->b + q), prefetch(p->c + q), prefetch(p->x + q);
}

INLINE struct chain reduce_down(const struct parts *parts, struct part_rows *rows, vec_bits *right)
{
    enum { TURNS = PART / ROWS };
    ahead(parts, 0, 2 * TURNS);
    part_rows_load(parts, 0, rows);
    add_right(right, rows);
    struct chain k = chain_of(rows->a[1], rows->b[1], rows->c[1], rows->d[1]);
    for (int r = 2; r < ROWS; r++) chain_step(&k, rows->a[r], rows->b[r], rows->c[r], rows->d[r]);
    chain_scale(&k, k.s);
    for (int64_t t = 1; t < TURNS; t++) {
        struct part_rows m;
        ahead(parts, t, 2 * TURNS);
        part_rows_load(parts, t * ROWS, &m);
        add_right(right, &m);
        rows[t] = m;
        chain_down(&k, &m);
    }
    chain_scale(&k, k.s);
    return k;
}

INLINE struct chain reduce_up(const struct parts *parts, const struct part_rows *rows)
{
    enum { TURNS = PART / ROWS };
    const struct part_rows *const m = rows + TURNS - 1;
    ahead(parts, TURNS, 2 * TURNS);
    struct chain k = chain_of(m->c[2], m->b[2], m->a[2], m->d[2]);
    for (int r = 1; r >= 0; r--) chain_step(&k, m->c[r], m->b[r], m->a[r], m->d[r]);
    chain_scale(&k, k.s);
    for (int64_t t = TURNS - 2; t >= 0; t--) {
        ahead(parts, 2 * TURNS - 1 - t, 2 * TURNS);
        chain_up(&k, rows + t);
    }
    chain_scale(&k, k.s);
    return k;
}

/* Both equations are of size 1, since those of other parts are weighed against them. Substitution uses the rows of the
 * lower one, so that the last row needs no share in it. */
vec_bits pivot_chain_reduce(const struct parts *parts, struct part_rows *rows, struct part_equations *out)
{
    vec_bits felt = {0};
    const struct chain down = reduce_down(parts, rows, &felt), up = reduce_up(parts, rows);
    const vec right = down.side * down.before, left = up.side * up.before, none = vec_all(0);
    out->upper = (struct part_equation){left, up.p, up.z, none, up.e};
    out->lower = (struct part_equation){none, down.z, down.p, right, down.e};
    const vec sum = down.e + up.e + (down.z + up.z) + (down.p + up.p) + (right + left) + (down.s + up.s);
    const vec share = vec_magnitude(up.before) - SHARE * up.s; /* NaN in sum: not above */
    return vec_not_above(share, sum * 0) | vec_not_above(vec_min(down.least, up.least), vec_all(LEAST)) |
           right_is_weak(felt);
}

/* Eliminates x of the row before, and keeps its pivot row divided by the pivot. */
INLINE void keep_step(struct chain *k, vec a, vec b, vec c, vec d, vec *kept)
{
    const vec size = vec_magnitude(a) * k->s, p = vec_magnitude(k->p), q = k->side * k->before;
    const vec_bits swap = vec_above(size, p);
    const vec w = 1 / vec_pick(swap, a, k->p);
    kept[0] = vec_pick(swap, b, q) * w;
    kept[1] = vec_only(swap, c) * w;
    kept[2] = vec_pick(swap, d, k->e) * w;
    chain_grow(k, vec_max(size, p));
    chain_next(k, a, b, c, d);
}

/* ROWS rows but the first `skip`; keeps d, too. */
INLINE vec keep_rows(struct chain *k, const struct part_rows *m, int skip, vec *kept, vec *right)
{
    vec s = k->s;
    for (int r = skip; r < ROWS; r++) {
        if (r == 2) s = k->s;
        keep_step(k, m->a[r], m->b[r], m->c[r], m->d[r], kept + r * 3);
    }
    for (int r = 0; r < ROWS; r++) right[r] = m->d[r];
    return s;
}

/* Lanes where a row does not hold: inf - inf is NaN, and does not hold. */
INLINE vec_bits row_fails(struct held_row k, real trust)
{
    const vec left = k.a * k.before, here = k.b * k.here, behind = k.c * k.behind;
    const vec size = vec_magnitude(left) + vec_magnitude(here) + (vec_magnitude(behind) + vec_magnitude(k.d));
    const vec over = held_residual(&k) - trust * size;
    return ~(vec_bits)(over <= vec_all(0));
}

vec_bits pivot_chain_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec *right)
{
    enum { TURNS = PART / ROWS };
    struct part_rows top, m;
    vec_bits felt = {0};
    ahead(parts, 0, TURNS);
    part_rows_load(parts, 0, &top);
    add_right(&felt, &top);
    struct chain k = chain_of(vec_all(0), top.b[1], top.c[1], top.d[1] - top.a[1] * ends->first);
    keep_rows(&k, &top, 2, kept, right);
    chain_scale(&k, k.s);
    for (int64_t t = 1; t < TURNS; t++) {
        ahead(parts, t, TURNS);
        part_rows_load(parts, t * ROWS, &m);
        add_right(&felt, &m);
        const vec s = keep_rows(&k, &m, 0, kept + t * ROWS * 3, right + t * ROWS);
        chain_scale(&k, s);
    }
    const struct inner x = parts_up(parts, ends, kept);
    const vec_bits fails = row_fails(first_held(&top, ends, &x), TRUST) |
                           row_fails(last_held(&m, ends, &x), PIVOT_THREE_MISSED) | vec_not_finite(x.zero) |
                           vec_not_above(k.least, vec_all(LEAST)) | right_is_weak(felt);
    if (vec_any(fails))
        for (int64_t i = 0; i < PART; i += ROWS) rows_store(parts->x + i, PART, right + i);
    return fails;
}
