/* The transform, as two matrices, that diagonalizes the second difference of an axis that waves do not diagonalize. */
#pragma once
#include "apps/poisson/problem/axis.h"

/* -(eps u')' / eps along the axis is back * diag(value) * forward, and back * forward = 1. `value` rises. Where no end
 * prescribes u or exchanges with an outside, value[0] is 0, column 0 of back is 1, and row 0 of forward takes the mean.
 */
struct eigen {
    double *value;        /* [unknowns] */
    real *forward, *back; /* [unknowns][unknowns] */
};

/* Eigenvalues and eigenvectors of an axis along which eps is one number. Status as of base/library/symmetric.h, and
 * ST_CONFIG if a Robin end is too strong for it. On failure eigen_free still cleans up. */
enum status eigen_make(struct eigen *e, const struct axis *a);
void eigen_free(struct eigen *e);

/* Bytes that eigen_make holds at most, for so many unknowns. */
double eigen_bytes(int64_t unknowns);
