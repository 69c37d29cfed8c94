/* Sums by pieces, N. J. Higham, The accuracy of floating point summation, SIAM J. Sci. Comput. 14 (1993), section 5:
 * the error of a sum grows with n / pieces + pieces instead of n. One pass over each vector, 2 flops an element. */
#include "solvers/blocktri/vectors.h"

#include <math.h>

typedef double part(int64_t n, const real *x, const real *y);

static double part_sum(int64_t n, const real *x, const real *y)
{
    double s = 0;
    (void)y;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < n; i++) s += (double)x[i];
    return s;
}

static double part_dot(int64_t n, const real *x, const real *y)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < n; i++) s += (double)x[i] * (double)y[i];
    return s;
}

static double part_norm1(int64_t n, const real *x, const real *y)
{
    double s = 0;
    (void)y;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < n; i++) s += fabs((double)x[i]);
    return s;
}

static double part_dot_abs(int64_t n, const real *x, const real *y)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < n; i++) s += fabs((double)x[i] * (double)y[i]);
    return s;
}

static double sum_parts(int64_t n, const real *x, const real *y, int threads, part *of)
{
    const int64_t piece = vector_piece(n), pieces = (n + piece - 1) / piece;
    double sums[PIECES_MAX], sum = 0;
#pragma omp parallel for schedule(static) num_threads(threads) if (pieces > 1)
    for (int64_t p = 0; p < pieces; p++) {
        const int64_t from = p * piece, count = n - from < piece ? n - from : piece;
        sums[p] = of(count, x + from, y + from);
    }
    for (int64_t p = 0; p < pieces; p++) sum += sums[p];
    return sum;
}

double vector_sum(int64_t n, const real *x, int threads)
{
    return sum_parts(n, x, x, threads, part_sum);
}

double vector_dot(int64_t n, const real *x, const real *y, int threads)
{
    return sum_parts(n, x, y, threads, part_dot);
}

double vector_norm1(int64_t n, const real *x, int threads)
{
    return sum_parts(n, x, x, threads, part_norm1);
}

double vector_dot_abs(int64_t n, const real *x, const real *y, int threads)
{
    return sum_parts(n, x, y, threads, part_dot_abs);
}

double vector_max(int64_t n, const real *x, int threads)
{
    double most = 0;
#pragma omp parallel for simd schedule(static) num_threads(threads) reduction(max : most) if (n > PIECE_MIN)
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs((double)x[i]));
    return most;
}

void vector_axpy(int64_t n, double a, const real *x, real *y, int threads)
{
    const real factor = (real)a;
#pragma omp parallel for simd schedule(static) num_threads(threads) if (n > PIECE_MIN)
    for (int64_t i = 0; i < n; i++) y[i] += factor * x[i];
}

void vector_xpay(int64_t n, const real *x, double a, real *y, int threads)
{
    const real factor = (real)a;
#pragma omp parallel for simd schedule(static) num_threads(threads) if (n > PIECE_MIN)
    for (int64_t i = 0; i < n; i++) y[i] = x[i] + factor * y[i];
}

void vector_scale(int64_t n, double a, const real *x, real *y, int threads)
{
    const real factor = (real)a;
#pragma omp parallel for simd schedule(static) num_threads(threads) if (n > PIECE_MIN)
    for (int64_t i = 0; i < n; i++) y[i] = factor * x[i];
}
