/* Two rows are left over, A from row 0 and B from row 1; each has an element at the unknown that is eliminated next, at
 * the one after it, and at x_{-1} and x_0. With the next row N they are the candidates for the pivot: two exchanges
 * put the row with the largest element into place, and both others are reduced.
 *
 * C. Klein, R. Strzodka, Tridiagonal GPU solver with scaled partial pivoting at maximum bandwidth, ICPP 2021, have two
 * candidates, going down without row 0 and going up without the last row. Where the inner block is singular these give
 * the same equation twice, and a wrong answer. With three candidates they never do. */
#include "solvers/tridiag/partition/pivot_three.h"

#include <math.h>

struct part_equations pivot_three_reduce(const struct parts *parts, vec_bits *strange)
{
    struct part_rows m;
    part_rows_load(parts, 0, &m);
    struct three_rest k = three_first(&m);
    for (int64_t i = 0; i < PART; i += ROWS) {
        if (i > 0) part_rows_load(parts, i, &m);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++) {
            struct three_row next = three_row_of(&m, r);
            three_eliminate(&k, &next, true, strange);
        }
    }
    return three_equations(&k);
}

void pivot_three_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec_bits *strange,
                            vec *missed)
{
    const vec none = vec_all(0), first = ends->first;
    struct part_rows top, m;
    part_rows_load(parts, 0, &m);
    top = m;
    const vec rest = m.d[0] - m.a[0] * ends->before;
    struct three_rest k = {{none, none, m.c[0], none, none, rest - m.b[0] * first},
                           {none, none, m.b[1], m.c[1], none, m.d[1] - m.a[1] * first}};
    for (int64_t i = 0; i < PART; i += ROWS) {
        if (i > 0) part_rows_load(parts, i, &m);
        for (int r = i > 0 ? 0 : 2; r < ROWS; r++) {
            struct three_row next = three_row_of(&m, r);
            const vec w = three_eliminate(&k, &next, false, strange).w;
            vec *const row = kept + (i + r) * 3;
            row[0] = next.q * w, row[1] = next.r * w, row[2] = next.e * w;
        }
    }
    const struct inner x = parts_up(parts, ends, kept);
    const vec first_missed = pivot_row_missed(first_held(&top, ends, &x)),
              last_missed = pivot_row_missed(last_held(&m, ends, &x));
    *strange |= vec_not_finite(x.zero) | vec_not_finite(first_missed) | vec_not_finite(last_missed);
    *missed = vec_max(*missed, vec_max(first_missed, last_missed));
}

int64_t pivot_three_info(struct line l, bool strange, real missed)
{
    real largest = 0;
    for (int64_t i = 0; i < l.n; i++) {
        if (!isfinite(l.x[i])) return i + 1;
        const real size = l.x[i] < 0 ? -l.x[i] : l.x[i];
        largest = size > largest ? size : largest;
    }
    return strange || missed > PIVOT_THREE_MISSED * largest ? l.n : 0;
}
