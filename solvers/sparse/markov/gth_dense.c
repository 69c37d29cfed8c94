/* Blocked elimination without subtraction of a dense chain. */
#include "solvers/sparse/markov/gth_dense.h"

#include <math.h>

#include "base/either_precision.h"

/* Eliminates state e from rows and columns of the panel e ... end - 1; false if it leads nowhere. */
static bool take_out(const struct gth_dense *d, int64_t e, int64_t end, double *restrict factor, bool *underflow)
{
    const int64_t n = d->n;
    const double *const restrict out = d->rate + e * n;
    double sum = 0;
    int small = 0;
#pragma omp simd reduction(+ : sum) reduction(| : small)
    for (int64_t u = e + 1; u < n; u++) {
        sum += out[u];
        small |= (out[u] > 0) & (out[u] < GTH_LEAST_RATE);
    }
    if (!(sum > 0) || !isfinite(sum)) return false;
    const double inverse = 1 / sum;
    for (int64_t t = e + 1; t < n; t++) {
        double *const restrict row = d->rate + t * n;
        const double f = factor[t] = row[e] *= inverse;
        const int64_t last = t < end ? n : end;
        small |= gth_is_below(f, GTH_LEAST_FACTOR);
        if (f > 0)
            for (int64_t u = e + 1; u < last; u++) row[u] += f * out[u];
    }
    *underflow |= small || inverse < GTH_LEAST_RATE;
    return true;
}

/* Updates the rates from state t to the states after the panel that begins at `first`. */
static void update(const struct gth_dense *d, int64_t first, int64_t t)
{
    const int64_t n = d->n;
    double *const restrict row = d->rate + t * n, f[GTH_PANEL];
    const double *out[GTH_PANEL];
    for (int e = 0; e < GTH_PANEL; e++) {
        f[e] = d->factor[e * n + t];
        out[e] = d->rate + (first + e) * n;
    }
    for (int64_t u = first + GTH_PANEL; u < n; u++) {
        double sum = row[u];
        for (int e = 0; e < GTH_PANEL; e++) sum += f[e] * out[e][u];
        row[u] = sum;
    }
}

int64_t gth_dense_eliminate(struct gth_dense *d, int threads, bool *underflow)
{
    const int64_t n = d->n;
    for (int64_t first = 0; first < n - 1; first += GTH_PANEL) {
        const int64_t end = first + GTH_PANEL < n ? first + GTH_PANEL : n;
        for (int64_t e = first; e < end && e < n - 1; e++)
            if (!take_out(d, e, end, d->factor + (e - first) * n, underflow)) return e;
#pragma omp parallel for num_threads(n - end < GTH_ALONE ? 1 : threads) schedule(static)
        for (int64_t t = end; t < n; t++) update(d, first, t);
    }
    return -1;
}
