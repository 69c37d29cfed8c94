/* The condition number |A|_2 |A^-1|_2 of a tridiagonal matrix, right to 1e-3 even where it is 1e190. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* a, b, c [n] as gallery_fill gives them, n >= 1. 0.2 n kB of memory meanwhile: ST_NOMEM. Infinite if the matrix is
 * singular, or its condition number is beyond long double. */
enum status gallery_condition(int64_t n, const double *a, const double *b, const double *c, long double *out);
