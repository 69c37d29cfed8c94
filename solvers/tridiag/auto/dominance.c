/* Rows are looked at a vector at a time: neighbouring rows of contiguous systems, or neighbouring systems. */
#include "solvers/tridiag/auto/dominance.h"

#include "solvers/batch/simd.h"

struct dominance dominance_none(real factor)
{
    struct dominance d = {.factor = factor};
    for (int q = 0; q < DOMINANCE_LANES; q++) d.by_rows[q] = d.by_columns[q] = 1, d.least[q] = REAL_MAX;
    return d;
}

INLINE real size_of(real x)
{
    return x < 0 ? -x : x;
}

INLINE real smaller(real a, real b)
{
    return a < b ? a : b;
}

INLINE real larger(real a, real b)
{
    return a > b ? a : b;
}

/* Each comparison fails where a number is NaN. `above` is c of the row before, `below` a of the row behind. */
INLINE void add(struct dominance *d, int q, real a, real b, real c, real above, real below)
{
    const real diagonal = size_of(b);
    d->by_rows[q] = diagonal >= d->factor * (size_of(a) + size_of(c)) ? d->by_rows[q] : 0;
    d->by_columns[q] = diagonal >= size_of(above) + size_of(below) ? d->by_columns[q] : 0;
    d->least[q] = smaller(diagonal, d->least[q]);
    d->most[q] = larger(diagonal, d->most[q]);
}

INLINE void add_right(struct dominance *d, int q, real right)
{
    d->right[q] = larger(size_of(right), d->right[q]);
    d->unsound[q] += 0 * right;
}

/* Row i of the system `lane` elements behind the first, where any of its neighbours may be missing. */
INLINE void add_end(struct dominance *d, int q, const struct line *l, real shift, bool cyclic, int64_t i, int64_t lane)
{
    const bool first = i == 0, last = i == l->n - 1, left = !first || cyclic, right = !last || cyclic;
    const int64_t before = first ? l->n - 1 : i - 1, behind = last ? 0 : i + 1;
    add(d, q, left ? l->a[i * l->step + lane] : 0, l->b[i * l->step + lane] + shift,
        right ? l->c[i * l->step + lane] : 0, left ? l->c[before * l->step + lane] : 0,
        right ? l->a[behind * l->step + lane] : 0);
}

/* Rows i ... i + DOMINANCE_LANES - 1 of contiguous ones, neither the first nor the last among them. */
INLINE void add_line(struct dominance *d, const struct line *l, int64_t i)
{
    const real *const a = l->a + i, *const b = l->b + i, *const c = l->c + i, shift = l->shift;
    for (int q = 0; q < DOMINANCE_LANES; q++) add(d, q, a[q], b[q] + shift, c[q], c[q - 1], a[q + 1]);
}

static void gather(struct dominance *d)
{
    for (int q = 1; q < DOMINANCE_LANES; q++) {
        const struct dominance part = {d->factor,    {d->by_rows[q]}, {d->by_columns[q]}, {d->least[q]},
                                       {d->most[q]}, {d->right[q]},   {d->unsound[q]}};
        dominance_join(d, &part);
    }
}

void dominance_join(struct dominance *d, const struct dominance *part)
{
    d->by_rows[0] = smaller(d->by_rows[0], part->by_rows[0]);
    d->by_columns[0] = smaller(d->by_columns[0], part->by_columns[0]);
    d->least[0] = smaller(d->least[0], part->least[0]);
    d->most[0] = larger(d->most[0], part->most[0]);
    d->right[0] = larger(d->right[0], part->right[0]);
    d->unsound[0] += part->unsound[0];
}

void dominance_add_matrix(struct dominance *d, const struct line *l, bool cyclic, int64_t from, int64_t to)
{
    struct dominance sum = dominance_none(d->factor);
    int64_t i = from;
    if (i == 0) add_end(&sum, 0, l, l->shift, cyclic, i++, 0);
    const int64_t last = to < l->n ? to : l->n - 1;
    if (l->step == 1)
        for (; i + DOMINANCE_LANES <= last; i += DOMINANCE_LANES) add_line(&sum, l, i);
    for (; i < last; i++) add_end(&sum, 0, l, l->shift, cyclic, i, 0);
    if (i < to) add_end(&sum, 0, l, l->shift, cyclic, i, 0);
    gather(&sum);
    dominance_join(d, &sum);
}

void dominance_add_right(struct dominance *d, const struct line *l, int64_t from, int64_t to)
{
    struct dominance sum = dominance_none(d->factor);
    int64_t i = from;
    if (l->x_step == 1)
        for (; i + DOMINANCE_LANES <= to; i += DOMINANCE_LANES)
            for (int q = 0; q < DOMINANCE_LANES; q++) add_right(&sum, q, l->x[i + q]);
    for (; i < to; i++) add_right(&sum, 0, l->x[i * l->x_step]);
    gather(&sum);
    dominance_join(d, &sum);
}

/* `lane`: from a system to the next, 1 or 0. */
INLINE void add_side(struct dominance *d, const struct line *l, bool cyclic, int lane, const real *shift)
{
    struct dominance sum = dominance_none(d->factor);
    real own[DOMINANCE_LANES];
    for (int q = 0; q < DOMINANCE_LANES; q++) {
        own[q] = shift ? shift[q] : RC(-0.0);
        add_end(&sum, q, l, own[q], cyclic, 0, q * lane);
        if (l->n > 1) add_end(&sum, q, l, own[q], cyclic, l->n - 1, q * lane);
    }
    for (int64_t i = 1; i < l->n - 1; i++) {
        const real *const a = l->a + i * l->step, *const b = l->b + i * l->step, *const c = l->c + i * l->step;
        const real *const below = a + l->step, *const above = c - l->step;
        for (int q = 0; q < DOMINANCE_LANES; q++)
            add(&sum, q, a[q * lane], b[q * lane] + own[q], c[q * lane], above[q * lane], below[q * lane]);
    }
    for (int q = 0; q < DOMINANCE_LANES; q++) {
        d->by_rows[q] = sum.by_rows[q], d->by_columns[q] = sum.by_columns[q];
        d->least[q] = sum.least[q], d->most[q] = sum.most[q];
    }
}

void dominance_add_matrix_side(struct dominance *d, const struct line *l, bool cyclic, bool one, const real *shift)
{
    if (one) add_side(d, l, cyclic, 0, shift);
    else add_side(d, l, cyclic, 1, shift);
}

void dominance_add_right_side(struct dominance *d, const struct line *l)
{
    struct dominance sum = dominance_none(d->factor);
    for (int64_t i = 0; i < l->n; i++)
        for (int q = 0; q < DOMINANCE_LANES; q++) add_right(&sum, q, l->x[i * l->x_step + q]);
    for (int q = 0; q < DOMINANCE_LANES; q++) d->right[q] = sum.right[q], d->unsound[q] = sum.unsound[q];
}

bool dominance_of_matrix(const struct dominance *d, int q, bool cyclic)
{
    const bool columns = d->factor <= 1 && !cyclic;
    return (d->by_rows[q] > 0 || (d->by_columns[q] > 0 && columns)) && d->least[q] >= DIAGONAL_LEAST &&
           d->most[q] <= DIAGONAL_MOST;
}

bool dominance_of_right(const struct dominance *d, int q)
{
    const bool large = d->right[q] == 0 || d->right[q] >= d->most[q] * RIGHT_LEAST;
    return d->unsound[q] == 0 && large && d->right[q] <= RIGHT_MOST;
}
