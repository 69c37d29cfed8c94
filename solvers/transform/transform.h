/* Discrete real transforms of lines: their types, shape and factor. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "solvers/capability.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x_0 ... x_{n-1} becomes y_0 ... y_{n-1}, with the definitions of FFTW 3 (manual, section 4.8, "What FFTW really
 * computes"), not scaled:
 *
 *     HALF_COMPLEX  y_k = sum x_j cos(2 pi j k / n) for k <= n/2, y_{n-k} = -sum x_j sin(2 pi j k / n) for 0 < k < n/2
 *     REAL          y_j = x_0 + 2 sum_{0<k<n/2} (x_k cos(2 pi j k / n) - x_{n-k} sin(2 pi j k / n)) + (-1)^j x_{n/2}
 *     DCT1          y_k = x_0 + (-1)^k x_{n-1} + 2 sum_{0<j<n-1} x_j cos(pi j k / (n-1)); n >= 2
 *     DCT2          y_k = 2 sum x_j cos(pi (j+1/2) k / n)
 *     DCT3          y_k = x_0 + 2 sum_{j>0} x_j cos(pi j (k+1/2) / n)
 *     DCT4          y_k = 2 sum x_j cos(pi (j+1/2) (k+1/2) / n)
 *     DST1          y_k = 2 sum x_j sin(pi (j+1) (k+1) / (n+1))
 *     DST2          y_k = 2 sum x_j sin(pi (j+1/2) (k+1) / n)
 *     DST3          y_k = (-1)^k x_{n-1} + 2 sum_{j<n-1} x_j sin(pi (j+1) (k+1/2) / n)
 *     DST4          y_k = 2 sum x_j sin(pi (j+1/2) (k+1/2) / n)
 *
 * The term (-1)^j x_{n/2} of REAL is there if n is even. GIVEN_MATRIX, which has no name, inverse or norm, is
 * y_k = sum matrix[k][j] x_j, of lines of one length. */
enum transform_type {
    HALF_COMPLEX,
    REAL,
    DCT1,
    DCT2,
    DCT3,
    DCT4,
    DST1,
    DST2,
    DST3,
    DST4,
    TRANSFORM_TYPES, /* that have a definition */
    GIVEN_MATRIX
};

/* Lines that lie one after the other, stride 1 and dist n, may come or go in interleaved groups of transform_group()
 * lines, the last group with those that are left: value k of line l of a group of w lines is element k w + l of
 * the group. Methods that process groups need not transpose them then. */
enum transform_order { LINE_BY_LINE, RESULT_IN_GROUPS, ARGUMENT_IN_GROUPS };

struct transform_shape {
    enum transform_type type;
    const real *matrix; /* [n][n] of GIVEN_MATRIX: read by plan_make, which copies it */
    enum transform_order order;
};

/* Capabilities of this kind. */
enum { CAN_GIVEN_MATRIX = CAPABILITY_OF_KIND, CAN_GROUP = CAPABILITY_OF_KIND << 1 };

/* There is no matrix; the result is multiplied by `factor`. 0 counts as 1. */
struct transform {
    double factor;    /* rounded to real */
    const real *next; /* or NULL: where the caller's next lines of the same shape are, which a method may draw into the
                         caches meanwhile */
};

/* "dct2" */
const char *transform_name(enum transform_type type);

/* The type that undoes it, but for a factor: a line comes back times transform_norm. */
enum transform_type transform_inverse(enum transform_type type);
int64_t transform_norm(enum transform_type type, int64_t n);

/* Lines of a group. */
int64_t transform_group(void);

/* The coefficient of x_j in y_k, to the last digit of a long double. */
long double transform_coefficient(enum transform_type type, int64_t n, int64_t k, int64_t j);

/* cos(2 pi p / q) and sin(2 pi p / q), q > 0, p of any sign, |p| and q below 2^60. */
struct twiddle {
    long double cos, sin;
};
struct twiddle transform_twiddle(int64_t p, int64_t q);

#ifdef __cplusplus
}
#endif
