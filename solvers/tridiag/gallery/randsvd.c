/* A = U S V with random orthogonal U and V, brought to three diagonals by reflections from both sides, which keep the
 * singular values. Dense, row-major. */
#include <math.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "solvers/tridiag/gallery/gallery.h"

struct dense {
    int64_t n;
    double *v;      /* [n][n] */
    double *w, *wx; /* [n] the vector of a reflection, and its products */
};

/* 2 / (w w), w being the vector whose reflection takes v to its first axis; 0 if v is 0. */
static double reflection(double *w, int64_t count)
{
    double norm = 0;
    for (int64_t i = 0; i < count; i++) norm += w[i] * w[i];
    norm = sqrt(norm);
    w[0] += w[0] < 0 ? -norm : norm;
    double length = 0;
    for (int64_t i = 0; i < count; i++) length += w[i] * w[i];
    return length > 0 ? 2 / length : 0;
}

/* y += s x */
static void add_multiple(double *restrict y, double s, const double *restrict x, int64_t count)
{
    for (int64_t j = 0; j < count; j++) y[j] += s * x[j];
}

/* In partial sums that a vector can hold, the same on every machine. */
static double product(const double *restrict x, const double *restrict y, int64_t count)
{
    enum { PARTS = 8 };
    double part[PARTS] = {0}, sum = 0;
    int64_t j = 0;
    for (; j + PARTS <= count; j += PARTS)
        for (int k = 0; k < PARTS; k++) part[k] += x[j + k] * y[j + k];
    for (; j < count; j++) sum += x[j] * y[j];
    for (int k = 0; k < PARTS; k++) sum += part[k];
    return sum;
}

/* Rows from ... n - 1 are reflected by w; their columns before `first` are 0. */
static void reflect_rows(struct dense *d, int64_t from, int64_t first, double factor)
{
    const int64_t n = d->n, count = n - first;
    memset(d->wx, 0, (size_t)count * sizeof *d->wx);
    for (int64_t i = from; i < n; i++) add_multiple(d->wx, d->w[i - from], d->v + i * n + first, count);
    for (int64_t i = from; i < n; i++) add_multiple(d->v + i * n + first, -factor * d->w[i - from], d->wx, count);
}

/* Columns from ... n - 1; their rows before `first` are 0. */
static void reflect_columns(struct dense *d, int64_t from, int64_t first, double factor)
{
    const int64_t n = d->n, count = n - from;
    for (int64_t i = first; i < n; i++) {
        double *const row = d->v + i * n + from;
        add_multiple(row, -factor * product(row, d->w, count), d->w, count);
    }
}

static double normal(uint64_t *seed)
{
    double x, y, r;
    do {
        x = gallery_random(seed), y = gallery_random(seed);
        r = x * x + y * y;
    } while (r >= 1 || r == 0);
    return x * sqrt(-2 * log(r) / r);
}

/* Reflections of random directions, of every length, make a random orthogonal matrix (G. W. Stewart, The efficient
 * generation of random orthogonal matrices, SIAM J. Numer. Anal. 17, 1980): on both sides of what is there, which is
 * still diagonal in the rows and columns before `from`. */
static void scramble(struct dense *d, uint64_t *seed)
{
    for (int64_t from = d->n - 1; from >= 0; from--) {
        const int64_t count = d->n - from;
        for (int64_t i = 0; i < count; i++) d->w[i] = normal(seed);
        reflect_rows(d, from, from, reflection(d->w, count));
        for (int64_t i = 0; i < count; i++) d->w[i] = normal(seed);
        reflect_columns(d, from, from, reflection(d->w, count));
    }
}

static void reduce(struct dense *d)
{
    const int64_t n = d->n;
    for (int64_t j = 0; j + 2 < n; j++) {
        for (int64_t i = j + 1; i < n; i++) d->w[i - j - 1] = d->v[i * n + j];
        reflect_rows(d, j + 1, j, reflection(d->w, n - j - 1));
        for (int64_t i = j + 1; i < n; i++) d->w[i - j - 1] = d->v[j * n + i];
        reflect_columns(d, j + 1, j, reflection(d->w, n - j - 1));
    }
}

static double singular_value(int mode, double kappa, int64_t i, int64_t n)
{
    const double part = n > 1 ? (double)i / (double)(n - 1) : 0;
    switch (mode) {
    case 1: return i == 0 ? 1 : 1 / kappa;
    case 2: return i == n - 1 ? 1 / kappa : 1;
    case 3: return pow(kappa, -part);
    default: return 1 - part * (1 - 1 / kappa);
    }
}

static enum status make(struct dense *d, int64_t n)
{
    *d = (struct dense){.n = n};
    TRY(mem_array(&d->v, HOST, n * n, sizeof *d->v));
    TRY(mem_array(&d->w, HOST, n, sizeof *d->w));
    return mem_array(&d->wx, HOST, n, sizeof *d->wx);
}

enum status randsvd_fill(int mode, double kappa, int64_t n, uint64_t seed, double *a, double *b, double *c)
{
    struct dense d;
    const enum status s = make(&d, n);
    if (s == ST_OK) {
        for (int64_t i = 0; i < n; i++) d.v[i * n + i] = singular_value(mode, kappa, i, n);
        scramble(&d, &seed);
        reduce(&d);
        for (int64_t i = 0; i < n; i++) {
            a[i] = i > 0 ? d.v[i * n + i - 1] : 0;
            b[i] = d.v[i * n + i];
            c[i] = i < n - 1 ? d.v[i * n + i + 1] : 0;
        }
    }
    mem_free(d.v);
    mem_free(d.w);
    mem_free(d.wx);
    return s;
}
