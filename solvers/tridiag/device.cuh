/* A batch of systems as a kernel is given it: the shape of solver.h, with the sizes on the device. */
#pragma once
#include "base/gpu.h"
#include "solvers/solver.h"

struct device_batch {
    int64_t n, batch, step, inner, dist, outer;
    const int64_t *sizes; /* or NULL */
    bool shared;
    const real *a, *b, *c;
    real *x;
    int64_t *info; /* or NULL */
};

static inline struct device_batch device_batch_of(const struct shape *s, const int64_t *sizes, const struct tridiag *t)
{
    return (struct device_batch){s->n,     s->batch, s->step,  s->inner, s->dist, s->outer,
                                 sizes,    s->shared, t->lower, t->diag,  t->upper, t->x,
                                 t->info};
}

/* Row i of one system is a[i * step], b[i * step], c[i * step] and x[i * x_step]. */
struct device_line {
    int64_t n, step, x_step;
    const real *a, *b, *c;
    real *x;
};

__device__ __forceinline__ struct device_line device_line_of(const struct device_batch &g, int64_t s)
{
    const int64_t start = s / g.inner * g.outer + s % g.inner * g.dist, at = g.shared ? 0 : start;
    return {g.sizes ? g.sizes[s] : g.n, g.shared ? 1 : g.step, g.step, g.a + at, g.b + at, g.c + at, g.x + start};
}

/* The first row whose pivot is zero or not finite, or else whose x is not finite, counted from 1; 0 if none. */
__device__ inline int64_t device_pivots_find(const struct device_line &l)
{
    real c = 0;
    for (int64_t i = 0; i < l.n; i++) {
        const real pivot = i ? l.b[i * l.step] - c * l.a[i * l.step] : l.b[0];
        if (pivot == 0 || !isfinite(pivot)) return i + 1;
        if (i < l.n - 1) c = l.c[i * l.step] / pivot;
    }
    for (int64_t i = 0; i < l.n; i++)
        if (!isfinite(l.x[i * l.x_step])) return i + 1;
    return 0;
}

/* x_0 is not finite if a pivot was bad, so that the others need not look again. */
__device__ __forceinline__ void device_report(const struct device_batch &g, int64_t s, const struct device_line &l,
                                              real x_0)
{
    if (g.info) g.info[s] = isfinite(x_0) ? 0 : device_pivots_find(l);
}
