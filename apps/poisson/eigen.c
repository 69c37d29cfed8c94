/* With w the volumes of the points, the matrix A of minus the second difference is not symmetric, but w^1/2 A w^-1/2
 * is, with the same eigenvalues: V diag(value) V^T. So forward is V^T w^1/2, back w^-1/2 V. Along a periodic axis the
 * symmetric matrix has two corners and is treated as dense.
 *
 * R. E. Lynch, J. R. Rice, D. H. Thomas, Numer. Math. 6 (1964) 185. 9 n^3 flops at most, once; in double, whatever the
 * precision of the run. */
#include "apps/poisson/eigen.h"

#include <math.h>

#include "base/library/symmetric.h"
#include "base/memory.h"

static double diagonal(const struct axis *a, int64_t i)
{
    return (a->link[i] + a->link[i + 1]) / (a->volume[i] * a->eps[i]);
}

/* Element i, j of the symmetric matrix, for unknowns that this link couples. */
static double coupling(const struct axis *a, double link, int64_t i, int64_t j)
{
    return -link / (sqrt(a->volume[i] * a->eps[i]) * sqrt(a->volume[j] * a->eps[j]));
}

static enum status solve_tridiagonal(const struct axis *a, double *value, double *vector)
{
    const int64_t n = a->unknowns;
    double *beside;
    TRY(mem_array(&beside, HOST, n, sizeof *beside));
    for (int64_t i = 0; i < n; i++) value[i] = diagonal(a, i);
    for (int64_t i = 0; i < n - 1; i++) beside[i] = coupling(a, a->link[i + 1], i, i + 1);
    const enum status s = symmetric_eigen_tridiagonal(n, value, beside, vector);
    mem_free(beside);
    return s;
}

/* Fills the upper triangle, by rows. If there are two unknowns both links couple them; if there is one, its link
 * couples it to itself. */
static enum status solve_periodic(const struct axis *a, double *value, double *vector)
{
    const int64_t n = a->unknowns;
    for (int64_t i = 0; i < n; i++) {
        const int64_t next = (i + 1) % n, row = i < next ? i : next, column = i < next ? next : i;
        vector[i * n + i] += diagonal(a, i);
        vector[row * n + column] += coupling(a, a->link[i + 1], i, next) * (row == column ? 2 : 1);
    }
    return symmetric_eigen(n, value, vector);
}

/* If no end prescribes u, the first vector is set to the exact constant one, which is taken out of the others: rounding
 * leaves a share of it in them, which the ratio of the largest to the least eigenvalue would make large. */
static void set_constant(const struct axis *a, double length, double *value, double *vector)
{
    const int64_t n = a->unknowns;
    value[0] = 0;
    for (int64_t i = 0; i < n; i++) vector[i] = sqrt(a->volume[i] / length);
    for (int64_t k = 1; k < n; k++) {
        double share = 0;
        for (int64_t i = 0; i < n; i++) share += vector[i] * vector[k * n + i];
        for (int64_t i = 0; i < n; i++) vector[k * n + i] -= share * vector[i];
    }
}

/* Fills the matrices, with volumes over their mean; column 0 of back is 1 if it is the constant vector. */
static void scale(struct eigen *e, const struct axis *a, double *vector)
{
    const int64_t n = a->unknowns;
    const bool level = a->kind[0] != FACE_DIRICHLET && a->kind[1] != FACE_DIRICHLET;
    double length = 0;
    for (int64_t i = 0; i < n; i++) length += a->volume[i];
    if (level) set_constant(a, length, e->value, vector);
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++) {
            const double w = sqrt(a->volume[i] / length * (double)n), v = vector[k * n + i];
            e->forward[k * n + i] = (real)(level && k == 0 ? w * w / (double)n : v * w);
            e->back[i * n + k] = (real)(level && k == 0 ? 1 : v / w);
        }
}

enum status eigen_make(struct eigen *e, const struct axis *a)
{
    const int64_t n = a->unknowns;
    double *vector = NULL;
    *e = (struct eigen){0};
    TRY(mem_array(&e->value, HOST, n, sizeof *e->value));
    TRY(mem_array(&e->forward, HOST, n * n, sizeof *e->forward));
    TRY(mem_array(&e->back, HOST, n * n, sizeof *e->back));
    TRY(mem_array(&vector, HOST, n * n, sizeof *vector));
    const enum status s = (axis_periodic(a) ? solve_periodic : solve_tridiagonal)(a, e->value, vector);
    if (s == ST_OK) scale(e, a, vector);
    mem_free(vector);
    return s;
}

void eigen_free(struct eigen *e)
{
    mem_free(e->value);
    mem_free(e->forward);
    mem_free(e->back);
    *e = (struct eigen){0};
}

double eigen_bytes(int64_t unknowns)
{
    const double n = (double)unknowns;
    return n * n * (2 * (double)sizeof(real) + 3 * (double)sizeof(double));
}
