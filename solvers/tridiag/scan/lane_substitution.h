/* Forward elimination and back substitution through the chunks of a group, as recurrences of first order.
 *
 * A row leads if it is the first of its pivot. With near_i = theta_{i-1} / theta_i and far_i = theta_{i-2} / theta_i,
 * row i passes on a value s_i: y_i of a row that ends its pivot, and the right side d^_i that is left to the first row
 * of two:
 *
 *     row i leads    and has a pivot of its own    s_i = y_i = (d_i - a_i s_{i-1}) near_i
 *                    and begins one of two rows    s_i = d_i - a_i s_{i-1}
 *     it does not                                  s_i = y_i = d_i near_i - a_i far_i s_{i-1}
 *
 * which are L and B of T = L B M^T; y_k of the first of two rows is (b_{k+1} s_k - c_k d_{k+1}) far_{k+1}. Going up
 * with M^T, X is the unknown after the pivot:
 *
 *     x_i = y_i - c_i near_i X       in the first of two rows    x_k = y_k + c_k c_{k+1} far_{k+1} X
 *
 * L.-W. Chang, thesis, Illinois, 2014, sections 2.2 and 4.1. So a pivot of two rows may lie on both sides of the end of
 * a chunk. */
#pragma once
#include "solvers/tridiag/scan/lane_minors.h"

/* s of the last row is `factor` times that of the row in front plus `term`; `leads`: does the next row lead? */
struct lane_down_map {
    vec factor, term;
    vec_bits leads;
};

/* `leads`: does the first row? */
struct lane_down_map lane_down_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                                   vec_bits leads);

/* Row by row: s, and whether the row leads. */
struct lane_down {
    vec s[LANE_CHUNK];
    vec_bits leads[LANE_CHUNK];
};

/* From s of the row in front; returns s of the last row. */
vec lane_down(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, vec_bits leads, vec s,
              struct lane_down *out);

/* The unknown that the rows in front see, from X after the chunk: factor X + term. */
struct lane_up_map {
    vec factor, term;
};

struct lane_up_map lane_up_map(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting,
                               const struct lane_down *down);

/* x of all rows; returns the unknown that the rows in front see. */
vec lane_up(const struct lane_rows *r, const struct lane_pivots *p, bool pivoting, const struct lane_down *down,
            vec behind, vec *x);
