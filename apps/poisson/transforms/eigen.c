/* With w the volumes of the points, the matrix A of minus the second difference is not symmetric, but w^1/2 A w^-1/2
 * is, with the same eigenvalues: V diag(value) V^T. So forward is V^T w^1/2, back w^-1/2 V. Along a periodic axis the
 * symmetric matrix has two corners and is treated as dense.
 *
 * R. E. Lynch, J. R. Rice, D. H. Thomas, Numer. Math. 6 (1964) 185. 9 n^3 flops at most, once; in double, whatever the
 * precision of the run. */
#include "apps/poisson/transforms/eigen.h"

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

/* The others are orthogonalized against the first vector: rounding leaves a share of it in them, which the ratio of the
 * largest to the least eigenvalue would make large. */
static void take_out_first(int64_t n, double *vector)
{
    for (int64_t k = 1; k < n; k++) {
        double share = 0;
        for (int64_t i = 0; i < n; i++) share += vector[i] * vector[k * n + i];
        for (int64_t i = 0; i < n; i++) vector[k * n + i] -= share * vector[i];
    }
}

/* If no end prescribes u or exchanges with an outside, the first vector is the constant one, exactly. */
static void set_constant(const struct axis *a, double length, double *value, double *vector)
{
    value[0] = 0;
    for (int64_t i = 0; i < a->unknowns; i++) vector[i] = sqrt(a->volume[i] / length);
}

static double weight(const struct axis *a, int64_t i)
{
    return a->volume[i] * a->eps[i];
}

/* u := the solution of -(eps v')' / eps = u, with 0 beyond both ends, by an elimination that adds positive numbers
 * only, so that a weak link to the outside loses no digits (waves/long_wave.c). pivot[unknowns] */
static void solve_positive(const struct axis *a, double *u, double *pivot)
{
    const int64_t last = a->unknowns - 1;
    double t = a->link[0], b = 0;
    for (int64_t i = 0; i < last; i++) {
        b += weight(a, i) * u[i];
        pivot[i] = t + a->link[i + 1], u[i] = b;
        t *= a->link[i + 1] / pivot[i], b *= a->link[i + 1] / pivot[i];
    }
    u[last] = (b + weight(a, last) * u[last]) / (t + a->link[last + 1]);
    for (int64_t i = last - 1; i >= 0; i--) u[i] = (u[i] + a->link[i + 1] * u[i + 1]) / pivot[i];
}

/* The least eigenvalue may be far below the rounding of the largest if only Robin ends hold u. Steps of inverse
 * iteration from its vector, which is positive, give it all digits. work[2 unknowns] */
static void refine_first(const struct axis *a, double *value, double *vector, double *work)
{
    enum { STEPS = 4 };
    const int64_t n = a->unknowns;
    double *const u = work;
    for (int64_t i = 0; i < n; i++) u[i] = fabs(vector[i]) / sqrt(weight(a, i));
    for (int step = 0; step < STEPS; step++) {
        double before = 0, norm = 0;
        for (int64_t i = 0; i < n; i++) before += weight(a, i) * u[i];
        solve_positive(a, u, work + n);
        for (int64_t i = 0; i < n; i++) norm += weight(a, i) * u[i];
        *value = before / norm;
        for (int64_t i = 0; i < n; i++) u[i] *= *value;
    }
    double square = 0;
    for (int64_t i = 0; i < n; i++) square += weight(a, i) * u[i] * u[i];
    for (int64_t i = 0; i < n; i++) vector[i] = u[i] * sqrt(weight(a, i) / square);
}

/* Fills the matrices, with volumes over their mean; column 0 of back is 1 if it is the constant vector. work[2 n] */
static void scale(struct eigen *e, const struct axis *a, double *vector, double *work)
{
    const int64_t n = a->unknowns;
    const bool level = axis_level_free(a), held = a->kind[0] == FACE_DIRICHLET || a->kind[1] == FACE_DIRICHLET;
    double length = 0;
    for (int64_t i = 0; i < n; i++) length += a->volume[i];
    if (level) set_constant(a, length, e->value, vector);
    else if (!held) refine_first(a, e->value, vector, work);
    if (!held) take_out_first(n, vector);
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++) {
            const double w = sqrt(a->volume[i] / length * (double)n), v = vector[k * n + i];
            e->forward[k * n + i] = (real)(level && k == 0 ? w * w / (double)n : v * w);
            e->back[i * n + k] = (real)(level && k == 0 ? 1 : v / w);
        }
}

/* Rounding of the largest element of the matrix is an error of all eigenvalues. */
static enum status check_ends(const struct axis *a)
{
    static const double most = 1e7;
    for (int side = 0; side < 2 && a->unknowns > 1; side++) {
        const double end = a->link[side ? a->unknowns : 0], beside = a->link[side ? a->unknowns - 1 : 1];
        if (a->kind[side] == FACE_ROBIN && end > most * beside)
            return fail(ST_CONFIG,
                        "a robin face of nodes has an h of %.3g times eps over the spacing next to it: above %g it "
                        "must be across the tridiagonal axis, or dirichlet",
                        end / beside, most);
    }
    return ST_OK;
}

enum status eigen_make(struct eigen *e, const struct axis *a)
{
    const int64_t n = a->unknowns;
    double *vector = NULL;
    *e = (struct eigen){0};
    TRY(check_ends(a));
    TRY(mem_array(&e->value, HOST, n, sizeof *e->value));
    TRY(mem_array(&e->forward, HOST, n * n, sizeof *e->forward));
    TRY(mem_array(&e->back, HOST, n * n, sizeof *e->back));
    TRY(mem_array(&vector, HOST, n * (n + 2), sizeof *vector));
    const enum status s = (axis_periodic(a) ? solve_periodic : solve_tridiagonal)(a, e->value, vector);
    if (s == ST_OK) scale(e, a, vector, vector + n * n);
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
