/* Reference probabilities in quadruple precision for methods that promise every digit: elimination without subtraction
 * (solvers/sparse/markov/gth.h) of a dense matrix, one state after the other, independent of those methods. Right to n
 * 1e-34 of each probability, down to 1e-4900. */
#pragma once
#include <float.h>

#include "solvers/sparse/matrix/matrix.h"

/* The compiler's own type where it has one, for which + - * / need no library; otherwise long double where that is as
 * wide.
 */
#if defined(__SIZEOF_FLOAT128__)
#define QUAD __float128
#elif LDBL_MANT_DIG == 113
#define QUAD long double
#endif

#ifdef QUAD
/* pi [n], of the sum 1, of the irreducible chain with A = -Q^T, whose diagonal is not used. ST_NOMEM. */
enum status quad_stationary(const struct matrix *a, QUAD *pi);

/* The largest |x 2^exponent / pi - 1|; not finite if some x is not. */
double quad_worst(int64_t n, const QUAD *pi, const real *x, const int32_t *exponent);
#endif
