/* Elimination of the rows of a line, LANES lines in the lanes of vectors, from links and 1/C.
 *
 * With a and b the couplings c w k / C to the points before and after, in the order of the elimination, a row is
 *
 *     (1 + loss + a + b) x_i - a x_before - b x_after = r
 *
 * and forward elimination makes x_i = y_i + g_i x_after + e_i X of it, where X is the last unknown of a cyclic line:
 *
 *     p = 1 + loss + a (1 - g_before) + b,   y = (r + a y_before) / p,   g = b / p,   e = a e_before / p
 *
 * h = 1 - g - e is kept in place of 1 - g: it comes from sums of numbers that are not negative, so that no digits
 * cancel however large a and b are,
 *
 *     t = 1 + loss + a h_before,   p = t + a e_before + b,   h = t / p
 *
 * A cyclic line begins as if X were before its first row: y = 0, h = 0, e = 1. Its first unknown is sum + (...) X, of
 * which 1 - (...) is `rest`; so its last row gives X.
 *
 * Thomas's algorithm, with the fill of a cyclic matrix in a last column (Golub and Van Loan, Matrix Computations, 4.3).
 * 13 operations and a division a row, 20 of a cyclic line. */
#pragma once
#include <stdbool.h>

#include "apps/adi/fused/fused_lanes.h"

struct point_line {
    vec y, h, e;            /* of the row before */
    vec sum, product, rest; /* of a cyclic line: sums of product times y and h, with the product of all g before */
};

/* The numbers of a row: weight and loss times c. */
struct point_row {
    real weight, loss;
    vec inverse, before, after, r;
};

INLINE struct point_line point_line_begin(const bool cyclic)
{
    struct point_line s = {.h = vec_all(cyclic ? 0 : 1), .e = vec_all(cyclic ? 1 : 0), .product = vec_all(1)};
    return s;
}

INLINE vec point_line_eliminate(struct point_line *s, const struct point_row *row, const bool cyclic)
{
    const vec c = row->weight * row->inverse, a = c * row->before, b = c * row->after;
    const vec t = 1 + row->loss * row->inverse + a * s->h, fill = a * s->e;
    const vec q = 1 / (cyclic ? t + fill + b : t + b), g = b * q;
    s->y = (row->r + a * s->y) * q;
    s->h = t * q;
    if (!cyclic) return g;
    s->e = fill * q;
    s->sum += s->product * s->y;
    s->rest += s->product * s->h;
    s->product *= g;
    return g;
}

/* The last unknown of a cyclic line, from its last row. */
INLINE vec point_line_close(const struct point_line *s, const struct point_row *row)
{
    const vec c = row->weight * row->inverse, a = c * row->before, b = c * row->after;
    return (row->r + a * s->y + b * s->sum) / (1 + a * s->h + b * s->rest);
}
