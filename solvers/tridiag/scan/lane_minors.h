/* The leading minors of a tridiagonal matrix as a linear recurrence, and the pivots that follow from them:
 *
 *     theta_i = b_i theta_{i-1} - a_i c_{i-1} theta_{i-2}        theta_{-1} = 1        theta_{-2} = 0
 *
 * holds whatever pivots are chosen, so that which rows have a pivot of their own is known without elimination: row i
 * can have one if |theta_i| sigma_i >= kappa |a_{i+1} c_i theta_{i-1}|. L.-W. Chang, thesis, Illinois, 2014, section
 * 4.1, equations 4.4 and 4.6. A chunk of rows multiplies the pair (theta_i, theta_{i-1}) by a matrix.
 *
 * Only ratios of neighbouring minors matter, and the pair may be divided by any number to keep it in range (section
 * 4.1.3): by theta_i in rows that can have a pivot of their own; there, but only where theta_i is far from 1; or by a
 * power of two in every row, which rounds nothing. */
#pragma once
#include "solvers/tridiag/scan/lane_chunks.h"

enum normalisation { BY_PIVOT, BY_FAR_PIVOT, BY_POWER_OF_TWO, NORMALISATIONS };

/* theta of the last row and of the one before, times anything. */
struct lane_minors {
    vec last, before;
};

/* Row by row: theta_{i-1} / theta_i, theta_{i-2} / theta_i, and whether the row can have a pivot of its own. Ratios are
 * of use only where their denominator is a pivot's determinant. */
struct lane_pivots {
    vec near[LANE_CHUNK + 1], far[LANE_CHUNK + 1];
    vec_bits single[LANE_CHUNK];
};

/* The images of the pairs (1, 0) and (0, 1) under a group's chunks, times anything. Without pivoting every row has a
 * pivot of its own. */
void lane_minors_product(const struct lane_rows *r, enum normalisation how, bool pivoting, struct lane_minors out[2]);

/* The pivots, `before` being the pair of the rows in front; returns that of the last row. `behind` is the pair that the
 * next chunks begin with: far[rows] is that of their first row. */
struct lane_minors lane_minors_pivots(const struct lane_rows *r, enum normalisation how, bool pivoting,
                                      struct lane_minors before, struct lane_minors behind, struct lane_pivots *out);
