/* Residuals in twice the working precision: only this file is compiled without contraction. */
#include "solvers/tridiag/check/twice.h"

void residual_twice(const struct check_system *k, const real *x0, int64_t stride)
{
    residual_rows(k, x0, stride);
}
