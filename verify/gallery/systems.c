/* Fills systems of one type of the gallery, and computes residuals. */
#include "verify/gallery/systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/tridiag/gallery/gallery.h"

enum { RIGHT = 3 };

enum status gallery_systems_make(struct gallery_systems *s, int64_t rows, int64_t copies, int seeds)
{
    *s = (struct gallery_systems){.n = rows * copies, .rows = rows, .seeds = seeds};
    TRY(mem_array(&s->drawn, HOST, rows * seeds, 3 * sizeof *s->drawn));
    for (int k = 0; k < GALLERY_ARRAYS; k++) {
        TRY(mem_array(&s->v[k], HOST, s->n * seeds, sizeof(real)));
        TRY(mem_array(&s->between[k], HOST, s->n * seeds, sizeof(real)));
    }
    return ST_OK;
}

void gallery_systems_free(struct gallery_systems *s)
{
    mem_free(s->drawn);
    for (int k = 0; k < GALLERY_ARRAYS; k++) {
        mem_free(s->v[k]);
        mem_free(s->between[k]);
    }
    *s = (struct gallery_systems){0};
}

static double *diagonal(const struct gallery_systems *s, int which, int k)
{
    return s->drawn + (which * s->seeds + k) * s->rows;
}

static void round_system(const struct gallery_systems *s, int k)
{
    uint64_t right = (uint64_t)k + 1001;
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t at = k * s->n + i;
        for (int which = 0; which < RIGHT; which++) s->v[which][at] = (real)diagonal(s, which, k)[i % s->rows];
        s->v[RIGHT][at] = (real)gallery_random(&right);
        for (int which = 0; which <= RIGHT; which++) s->between[which][i * s->seeds + k] = s->v[which][at];
    }
}

static enum status draw(const struct gallery_systems *s, int type, int threads)
{
    enum status st = ST_OK;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int k = 0; k < s->seeds; k++) {
        const enum status own =
            gallery_fill(type, s->rows, (uint64_t)k + 1, diagonal(s, 0, k), diagonal(s, 1, k), diagonal(s, 2, k));
        if (own != ST_OK)
#pragma omp critical(gallery_systems)
            st = own;
    }
    return st == ST_OK ? ST_OK : fail(st, "too little memory for matrices of %lld rows", (long long)s->rows);
}

static enum status draw_kept(const struct gallery_systems *s, int type, int threads, double **kept)
{
    const int64_t count = 3 * s->rows * s->seeds;
    if (*kept) memcpy(s->drawn, *kept, (size_t)count * sizeof **kept);
    else {
        TRY(draw(s, type, threads));
        TRY(mem_array(kept, HOST, count, sizeof **kept));
        memcpy(*kept, s->drawn, (size_t)count * sizeof **kept);
    }
    return ST_OK;
}

enum status gallery_systems_fill(struct gallery_systems *s, int type, int threads, struct gallery_kept *kept)
{
    if (kept && gallery_dense(type)) TRY(draw_kept(s, type, threads, &kept->drawn[type - 1]));
    else TRY(draw(s, type, threads));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int k = 0; k < s->seeds; k++) round_system(s, k);
    return ST_OK;
}

void gallery_kept_free(struct gallery_kept *kept)
{
    for (int i = 0; i < GALLERY; i++) kept->drawn[i] = mem_free(kept->drawn[i]);
}

/* d_i - (T x)_i; x is `step` from row to row. */
static long double rest(const struct gallery_systems *s, int64_t at, int64_t i, const real *x, int64_t stride)
{
    const long double left = i > 0 ? (long double)s->v[0][at] * x[(i - 1) * stride] : 0;
    const long double here = (long double)s->v[1][at] * x[i * stride];
    const long double right = i < s->n - 1 ? (long double)s->v[2][at] * x[(i + 1) * stride] : 0;
    return s->v[RIGHT][at] - left - here - right;
}

struct gallery_residual gallery_residual_of(const struct gallery_systems *s, int k, const real *x, int64_t stride)
{
    static const struct gallery_residual none = {(double)INFINITY, (double)INFINITY};
    long double sum = 0, size = 0; /* squares of numbers of the range of double do not overflow */
    real naive = 0;
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t at = k * s->n + i;
        const long double r = rest(s, at, i, x, stride), d = s->v[RIGHT][at];
        if (!isfinite(r)) return none;
        sum += r * r, size += d * d;
        naive += (real)r * (real)r;
    }
    const double norm = (double)sqrtl(size);
    return (struct gallery_residual){(double)(sqrtl(sum) / norm), sqrt((double)naive) / norm};
}
