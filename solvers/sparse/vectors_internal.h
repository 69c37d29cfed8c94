/* The operations that each space implements for vectors.h. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "solvers/sparse/vectors.h"

#ifdef __cplusplus
extern "C" {
#endif

enum vector_term { TERM_X, TERM_DOT, TERM_ABS, TERM_DOT_ABS, TERM_MAX, TERMS };

/* The term of one element. */
static inline EITHER_SPACE double vector_term(enum vector_term of, double x, double y)
{
    const double term = of == TERM_DOT || of == TERM_DOT_ABS ? x * y : x;
    return of == TERM_X || of == TERM_DOT ? term : fabs(term);
}

/* Two terms, or sums of them, become one. */
static inline EITHER_SPACE double vector_join(enum vector_term of, double a, double b)
{
    return of == TERM_MAX ? fmax(a, b) : a + b;
}

struct vectors_table {
    /* partial[p]: of chunk p; on the host whatever the space. False if that failed. */
    bool (*partials)(const struct vectors *v, enum vector_term of, const real *x, const real *y, double *partial);
    void (*combine)(const struct vectors *v, real a, const real *x, real b, real *y); /* y = a x + b y; b 0: y = a x */
    void (*clip)(const struct vectors *v, real *x);
    void (*copy)(const struct vectors *v, real *to, const real *from, int64_t count, bool to_host);
};

extern const struct vectors_table vectors_host, vectors_device;

#ifdef __cplusplus
}
#endif
