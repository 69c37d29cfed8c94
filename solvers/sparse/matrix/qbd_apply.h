/* The product of a chain of levels with a vector, without a matrix. */
#pragma once
#include "base/real.h"
#include "solvers/sparse/matrix/matrix.h"

/* y = (shift I - Q^T) x: for each state the flow out of it minus the flow in. x NULL: all ones. x, y [levels * phases]
 * in double, y another than x. ST_NOMEM. */
enum status qbd_apply(const struct qbd *l, double shift, const real *x, double *y);
