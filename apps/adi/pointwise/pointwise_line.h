/* Elimination of the rows of a line, LANES lines in the lanes of vectors, from capacities and links.
 *
 * With a and b the couplings c w k to the points before and after, in the order of the elimination, a row is, times C,
 *
 *     (C + loss + a + b) x_i - a x_before - b x_after = r
 *
 * and forward elimination turns it into x_i = y_i + g_i x_after + e_i X, where X is the last unknown of a cyclic line:
 *
 *     p = C + loss + a (1 - g_before) + b,   y = (r + a y_before) / p,   g = b / p,   e = a e_before / p
 *
 * h = 1 - g - e is kept in place of 1 - g: it comes from sums of numbers that are not negative, so that no digits
 * cancel however large a and b are,
 *
 *     t = C + loss + a h_before,   p = t + a e_before + b,   h = t / p
 *
 * A cyclic line begins as if X were before its first row: y = 0, h = 0, e = 1. Back substitution would make its first
 * unknown sum + (1 - rest) X; with that, its last row gives X.
 *
 * Thomas's algorithm, with the fill of a cyclic matrix in a last column (Golub and Van Loan, Matrix Computations, 4.3).
 * 11 operations and a division per row, 18 for a cyclic line; 5 and 9 where pivots are kept. */
#pragma once
#include <stdbool.h>

#include "apps/adi/fused/fused_lanes.h"

struct point_line {
    vec y, h, e;            /* of the row before */
    vec sum, product, rest; /* of a cyclic line: sums of product times y and h, with the product of all g before */
};

struct point_row {
    vec a, b, r;
};

INLINE struct point_line point_line_begin(const bool cyclic)
{
    struct point_line s = {.h = vec_all(cyclic ? 0 : 1), .e = vec_all(cyclic ? 1 : 0), .product = vec_all(1)};
    return s;
}

/* Returns 1 / p of the next row; own: C + loss. point_line_eliminate then takes the row. */
INLINE vec point_line_pivot(struct point_line *s, vec own, vec a, vec b, const bool cyclic)
{
    const vec t = own + a * s->h, q = 1 / (cyclic ? t + a * s->e + b : t + b);
    s->h = t * q;
    if (cyclic) s->rest += s->product * s->h;
    return q;
}

/* Returns 1 / p of the last row of a cyclic line. */
INLINE vec point_line_last_pivot(const struct point_line *s, vec own, vec a, vec b)
{
    return 1 / (own + a * s->h + b * s->rest);
}

/* Eliminates a row; q: 1 / p. Returns g. */
INLINE vec point_line_eliminate(struct point_line *s, const struct point_row *row, vec q, const bool cyclic)
{
    const vec g = row->b * q;
    s->y = (row->r + row->a * s->y) * q;
    if (!cyclic) return g;
    s->e = row->a * s->e * q;
    s->sum += s->product * s->y;
    s->product *= g;
    return g;
}

/* Returns X, from the last row of a cyclic line. */
INLINE vec point_line_close(const struct point_line *s, const struct point_row *row, vec q)
{
    return (row->r + row->a * s->y + row->b * s->sum) * q;
}
