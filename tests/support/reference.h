/* The answer to a tridiagonal system, plain or cyclic, by other means than any method under test. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct row {
    double a, b, c;
};

/* a_0 couples row 0 to row m - 1 and c_{m-1} row m - 1 to row 0: 0 in plain systems. False if the matrix is singular.
 */
bool reference_solve(int64_t m, const struct row *row, const double *f, double *x);
