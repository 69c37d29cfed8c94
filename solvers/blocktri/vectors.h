/* Sums over vectors and what iterations do with them. Vectors hold `real`, sums are double: each is taken over pieces
 * that depend on n only, and these are added in order, so that the bits are the same for any number of threads. */
#pragma once
#include <stdint.h>

#include "base/real.h"

enum {
    PIECES_MAX = 256, /* of a vector */
    PIECE_MIN = 2048  /* elements: less is not worth a thread */
};

/* Elements of all pieces but the last, which may be shorter. */
static inline int64_t vector_piece(int64_t n)
{
    const int64_t even = (n + PIECES_MAX - 1) / PIECES_MAX;
    return even > PIECE_MIN ? even : PIECE_MIN;
}

/* Of vectors of n elements each; `threads` work on a sum. */
double vector_sum(int64_t n, const real *x, int threads);
double vector_dot(int64_t n, const real *x, const real *y, int threads);
double vector_norm1(int64_t n, const real *x, int threads);
double vector_dot_abs(int64_t n, const real *x, const real *y, int threads); /* sum of |x_i y_i| */
/* max |x_i|, 0 if all are NaN */
double vector_max(int64_t n, const real *x, int threads);

/* y += a x */
void vector_axpy(int64_t n, double a, const real *x, real *y, int threads);
/* y = x + a y */
void vector_xpay(int64_t n, const real *x, double a, real *y, int threads);
/* y = a x; they may be the same */
void vector_scale(int64_t n, double a, const real *x, real *y, int threads);
