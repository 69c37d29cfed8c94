/* Sums by chunks and updates of vectors on the host, by threads. */
#include <string.h>

#include "solvers/sparse/vectors_internal.h"

/* The terms of a chunk; `of` is known to the compiler wherever this is called. */
static inline double sum_piece(enum vector_term of, int64_t n, const real *x, const real *y)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) sum += vector_term(of, (double)x[i], (double)y[i]);
    return sum;
}

static double sum_x(int64_t n, const real *x, const real *y)
{
    return sum_piece(TERM_X, n, x, y);
}

static double sum_dot(int64_t n, const real *x, const real *y)
{
    return sum_piece(TERM_DOT, n, x, y);
}

static double sum_abs(int64_t n, const real *x, const real *y)
{
    return sum_piece(TERM_ABS, n, x, y);
}

static double sum_dot_abs(int64_t n, const real *x, const real *y)
{
    return sum_piece(TERM_DOT_ABS, n, x, y);
}

static double largest(int64_t n, const real *x, const real *y)
{
    double max = 0;
#pragma omp simd reduction(max : max)
    for (int64_t i = 0; i < n; i++) max = fmax(max, vector_term(TERM_MAX, (double)x[i], (double)y[i]));
    return max;
}

static double (*const of_piece[TERMS])(int64_t n, const real *x, const real *y) = {
    [TERM_X] = sum_x, [TERM_DOT] = sum_dot, [TERM_ABS] = sum_abs, [TERM_DOT_ABS] = sum_dot_abs, [TERM_MAX] = largest};

static bool partials(const struct vectors *v, enum vector_term of, const real *x, const real *y, double *partial)
{
    const int64_t chunk = vector_chunk(v->n), chunks = (v->n + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) num_threads(v->exec.threads) if (chunks > 1)
    for (int64_t p = 0; p < chunks; p++) {
        const int64_t from = p * chunk, count = v->n - from < chunk ? v->n - from : chunk;
        partial[p] = of_piece[of](count, x + from, y + from);
    }
    return true;
}

static void combine(const struct vectors *v, real a, const real *x, real b, real *y)
{
    const int64_t n = v->n;
    if (!x) {
        memset(y, 0, (size_t)n * sizeof *y);
    } else if (b == 0) {
#pragma omp parallel for simd schedule(static) num_threads(v->exec.threads) if (n > CHUNK_MIN)
        for (int64_t i = 0; i < n; i++) y[i] = a * x[i];
    } else {
#pragma omp parallel for simd schedule(static) num_threads(v->exec.threads) if (n > CHUNK_MIN)
        for (int64_t i = 0; i < n; i++) y[i] = a * x[i] + b * y[i];
    }
}

static void clip(const struct vectors *v, real *x)
{
    for (int64_t i = 0; i < v->n; i++)
        if (x[i] <= 0) x[i] = 0;
}

static void copy(const struct vectors *v, real *to, const real *from, int64_t count, bool to_host)
{
    memcpy(to, from, (size_t)count * sizeof *to);
}

const struct vectors_table vectors_host = {partials, combine, clip, copy};
