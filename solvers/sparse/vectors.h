/* Sums and updates of vectors, as iterations need them, in either space. Vectors hold `real`, sums are double: each is
 * taken over chunks that depend on n only, and these are added in order, so that the bits are the same for any number
 * of threads. */
#pragma once
#include <stdint.h>

#include "base/exec.h"
#include "base/real.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PIECES_MAX = 256, /* of a vector */
    CHUNK_MIN = 2048  /* elements: a smaller chunk does not pay for a thread */
};

/* Elements of all chunks but the last, which may be shorter. */
static inline EITHER_SPACE int64_t vector_chunk(int64_t n)
{
    const int64_t even = (n + PIECES_MAX - 1) / PIECES_MAX;
    return even > CHUNK_MIN ? even : (int64_t)CHUNK_MIN;
}

/* The memory in which vectors of n elements lie, and the threads or device that work on them. */
struct vectors {
    int64_t n;
    struct exec exec;
    double *partial; /* DEVICE: [PIECES_MAX] there */
};

/* DEVICE: NaN where the device has failed; device_wait says why. */
double vector_sum(const struct vectors *v, const real *x);
double vector_dot(const struct vectors *v, const real *x, const real *y);
double vector_norm1(const struct vectors *v, const real *x);
double vector_dot_abs(const struct vectors *v, const real *x, const real *y); /* sum of |x_i y_i| */
double vector_max(const struct vectors *v, const real *x);                    /* max |x_i|, 0 if all are NaN */

void vector_axpy(const struct vectors *v, double a, const real *x, real *y);  /* y += a x */
void vector_xpay(const struct vectors *v, const real *x, double a, real *y);  /* y = x + a y */
void vector_scale(const struct vectors *v, double a, const real *x, real *y); /* y = a x; they may be the same */
void vector_clear(const struct vectors *v, real *x);                          /* x = 0 */
void vector_clip(const struct vectors *v, real *x);                           /* values <= 0 become +0 */

double vector_get(const struct vectors *v, const real *x, int64_t i);
void vector_set(const struct vectors *v, real *x, int64_t i, double value);

#ifdef __cplusplus
}
#endif
