/* Applies a network of conductances, row by row along x. */
#include "apps/adi/conductance/conductance.h"

#include <math.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum { PARTS = 64 };

enum status conductance_make(struct conductances *w, const int64_t n[3], const bool periodic[3], struct exec exec)
{
    *w = (struct conductances){.points = n[0] * n[1] * n[2], .exec = exec};
    for (int d = 0; d < 3; d++) w->n[d] = n[d], w->periodic[d] = periodic[d];
    w->exec = exec_for(exec, (double)w->points * 8 * sizeof(double) / THREAD_RATE);
    for (int d = 0; d < 3; d++)
        if (n[d] > 1) TRY(mem_array(&w->link[d], HOST, w->points, sizeof(double)));
    TRY(mem_array(&w->loss, HOST, w->points, sizeof(double)));
    return mem_array(&w->diag, HOST, w->points, sizeof(double));
}

void conductance_free(struct conductances *w)
{
    for (int d = 0; d < 3; d++) mem_free(w->link[d]);
    mem_free(w->loss);
    mem_free(w->diag);
    *w = (struct conductances){0};
}

void conductance_diagonal(struct conductances *w)
{
    const int64_t nx = w->n[0], rows = w->points / nx;
#pragma omp parallel for schedule(static) num_threads(w->exec.threads)
    for (int64_t r = 0; r < rows; r++)
        for (int64_t p = r * nx; p < (r + 1) * nx; p++) {
            double sum = w->loss[p];
            for (int d = 0; d < 3; d++) {
                const int64_t i = p / conductance_stride(w, d) % w->n[d];
                if (w->link[d]) sum += w->link[d][p] + w->link[d][conductance_before(w, d, i, p)];
            }
            w->diag[p] = sum;
        }
}

static void along(int64_t n, const double *restrict link, const double *restrict x, double *restrict y)
{
    y[0] -= link[n - 1] * x[n - 1] + link[0] * x[n > 1];
    for (int64_t i = 1; i < n - 1; i++) y[i] -= link[i - 1] * x[i - 1] + link[i] * x[i + 1];
    if (n > 1) y[n - 1] -= link[n - 2] * x[n - 2] + link[n - 1] * x[0];
}

static void across(int64_t n, const double *restrict below, const double *restrict above, const double *before,
                   const double *after, double *restrict y)
{
    for (int64_t i = 0; i < n; i++) y[i] -= below[i] * before[i] + above[i] * after[i];
}

void conductance_apply(const struct conductances *w, const double *x, double *y)
{
    const int64_t nx = w->n[0], rows = w->points / nx;
#pragma omp parallel for schedule(static) num_threads(w->exec.threads)
    for (int64_t r = 0; r < rows; r++) {
        const int64_t p = r * nx;
        for (int64_t i = p; i < p + nx; i++) y[i] = w->diag[i] * x[i];
        if (w->link[0]) along(nx, w->link[0] + p, x + p, y + p);
        for (int d = 1; d < 3; d++) {
            const int64_t i = p / conductance_stride(w, d) % w->n[d];
            const int64_t before = conductance_before(w, d, i, p), after = conductance_after(w, d, i, p);
            if (w->link[d]) across(nx, w->link[d] + before, w->link[d] + p, x + before, x + after, y + p);
        }
    }
}

double conductance_dot(const struct conductances *w, const double *x, const double *y)
{
    double part[PARTS], sum = 0;
#pragma omp parallel for schedule(static) num_threads(w->exec.threads)
    for (int k = 0; k < PARTS; k++) {
        part[k] = 0;
        for (int64_t p = w->points * k / PARTS; p < w->points * (k + 1) / PARTS; p++) part[k] += x[p] * y[p];
    }
    for (int k = 0; k < PARTS; k++) sum += part[k];
    return sum;
}

double conductance_largest(const struct conductances *w, const double *x)
{
    double most = 0;
#pragma omp parallel for schedule(static) num_threads(w->exec.threads) reduction(max : most)
    for (int64_t p = 0; p < w->points; p++) most = fmax(most, fabs(x[p]));
    return most;
}
