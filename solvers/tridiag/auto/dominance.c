/* Rows are looked at DOMINANCE_LANES at a time: neighbouring rows of contiguous systems, or neighbouring systems. Every
 * comparison fails where a number is NaN. */
#include "solvers/tridiag/auto/dominance.h"

#include "solvers/batch/simd.h"

enum { L = DOMINANCE_LANES };
typedef dominance_real lanes;
typedef dominance_bits bits;
typedef real unaligned __attribute__((vector_size(64), aligned(sizeof(real))));

void dominance_begin(struct dominance *d)
{
    const bits none = {0};
    *d = (struct dominance){~none, ~none, ~none, ~none, none, none};
}

INLINE lanes all(real x)
{
    return x - (lanes){0};
}

INLINE lanes load(const real *p)
{
    return *(const unaligned *)p;
}

INLINE lanes size_of(lanes x)
{
    return (lanes)((bits)x & ~(bits)all(RC(-0.0)));
}

/* Numbers of L rows, or of one, in all lanes. `above` is c of the row before, `below` a of the row behind. */
struct rows {
    lanes a, b, c, above, below;
};

INLINE void add(struct dominance *d, struct rows r, lanes factor, bool columns)
{
    const lanes diagonal = size_of(r.b);
    d->by_rows &= diagonal >= factor * (size_of(r.a) + size_of(r.c));
    if (columns) d->by_columns &= diagonal >= size_of(r.above) + size_of(r.below);
    d->in_range &= (diagonal >= all(DIAGONAL_LEAST)) & (diagonal <= all(DIAGONAL_MOST));
}

INLINE void add_right(struct dominance *d, lanes right)
{
    const lanes size = size_of(right);
    d->right_in_range &= size <= all(RIGHT_MOST);
    d->right_large |= size >= all(RIGHT_LEAST);
    d->right_there |= size > all(0);
}

/* Row i of L systems `lane` elements apart, where any of its neighbours may be missing. */
INLINE struct rows row_at(const struct line *l, lanes shift, bool cyclic, int64_t i, int lane)
{
    const bool first = i == 0, last = i == l->n - 1, left = !first || cyclic, right = !last || cyclic;
    const int64_t here = i * l->step, before = (first ? l->n - 1 : i - 1) * l->step, behind = last ? 0 : here + l->step;
    struct rows r = {.b = (lane ? load(l->b + here) : all(l->b[here])) + shift};
    if (left) r.a = lane ? load(l->a + here) : all(l->a[here]);
    if (right) r.c = lane ? load(l->c + here) : all(l->c[here]);
    if (left) r.above = lane ? load(l->c + before) : all(l->c[before]);
    if (right) r.below = lane ? load(l->a + behind) : all(l->a[behind]);
    return r;
}

/* All lanes into each. */
INLINE bits each_of(bits v, bool any)
{
    bool found = !any;
    for (int q = 0; q < L; q++) found = any ? found || v[q] : found && v[q];
    return found ? ~(bits){0} : (bits){0};
}

static void gather(struct dominance *d)
{
    d->by_rows = each_of(d->by_rows, false), d->by_columns = each_of(d->by_columns, false);
    d->in_range = each_of(d->in_range, false), d->right_in_range = each_of(d->right_in_range, false);
    d->right_large = each_of(d->right_large, true), d->right_there = each_of(d->right_there, true);
}

void dominance_join(struct dominance *d, const struct dominance *part)
{
    d->by_rows &= part->by_rows, d->by_columns &= part->by_columns, d->in_range &= part->in_range;
    d->right_in_range &= part->right_in_range;
    d->right_large |= part->right_large, d->right_there |= part->right_there;
}

INLINE void add_contiguous(struct dominance *d, const struct line *l, real factor, bool columns, int64_t from,
                           int64_t to)
{
    for (int64_t i = from; i < to; i += L) {
        const struct rows r = {load(l->a + i), load(l->b + i) + all(l->shift), load(l->c + i), load(l->c + i - 1),
                               load(l->a + i + 1)};
        add(d, r, all(factor), columns);
    }
}

void dominance_add_matrix(struct dominance *d, const struct line *l, bool cyclic, real factor, int64_t from, int64_t to)
{
    const int64_t first = from > 0 ? from : 1, last = to < l->n ? to : l->n - 1;
    const int64_t whole = l->step == 1 && last > first ? (last - first) / L * L : 0;
    struct dominance sum;
    dominance_begin(&sum);
    if (factor > 1) add_contiguous(&sum, l, factor, false, first, first + whole);
    else add_contiguous(&sum, l, factor, true, first, first + whole);
    if (factor > 1) sum.by_columns = (bits){0};
    for (int64_t i = from; i < to; i++) {
        if (i == first) i += whole;
        if (i < to) add(&sum, row_at(l, all(l->shift), cyclic, i, 0), all(factor), true);
    }
    gather(&sum);
    dominance_join(d, &sum);
}

void dominance_add_right(struct dominance *d, const struct line *l, int64_t from, int64_t to)
{
    struct dominance sum;
    int64_t i = from;
    dominance_begin(&sum);
    if (l->x_step == 1)
        for (; i + L <= to; i += L) add_right(&sum, load(l->x + i));
    for (; i < to; i++) add_right(&sum, all(l->x[i * l->x_step]));
    gather(&sum);
    dominance_join(d, &sum);
}

INLINE void add_side(struct dominance *d, const struct line *l, bool cyclic, real factor, int lane, lanes shift)
{
    add(d, row_at(l, shift, cyclic, 0, lane), all(factor), true);
    for (int64_t i = 1; i < l->n - 1; i++) add(d, row_at(l, shift, true, i, lane), all(factor), true);
    if (l->n > 1) add(d, row_at(l, shift, cyclic, l->n - 1, lane), all(factor), true);
    if (factor > 1) d->by_columns = (bits){0};
}

void dominance_add_matrix_side(struct dominance *d, const struct line *l, bool cyclic, real factor, bool one,
                               const real *shift)
{
    const lanes own = shift ? load(shift) : all(RC(-0.0));
    if (one) add_side(d, l, cyclic, factor, 0, own);
    else add_side(d, l, cyclic, factor, 1, own);
}

void dominance_add_right_side(struct dominance *d, const struct line *l)
{
    for (int64_t i = 0; i < l->n; i++) add_right(d, load(l->x + i * l->x_step));
}

void dominance_spread(struct dominance *d)
{
    for (int q = 1; q < L; q++)
        d->by_rows[q] = d->by_rows[0], d->by_columns[q] = d->by_columns[0], d->in_range[q] = d->in_range[0];
}

bool dominance_of_matrix(const struct dominance *d, int q, bool cyclic)
{
    return (d->by_rows[q] || (d->by_columns[q] && !cyclic)) && d->in_range[q];
}

bool dominance_of_right(const struct dominance *d, int q)
{
    return d->right_in_range[q] && (d->right_large[q] || !d->right_there[q]);
}
