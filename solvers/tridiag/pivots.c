#include "solvers/tridiag/pivots.h"

#include <math.h>

int64_t pivots_find(struct line l)
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

void pivots_report(const struct shape *shape, const struct tridiag *t, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, t, s);
        t->info[s] = isfinite(l.x[0]) ? 0 : pivots_find(l);
    }
}
