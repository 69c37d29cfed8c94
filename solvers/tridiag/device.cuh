/* What kernels that solve batches share: a batch is its shape, as placed on the device, and its arrays. */
#pragma once
#include "base/gpu.h"
#include "solvers/tridiag/pivots.h"

struct device_batch {
    struct shape shape;
    struct tridiag t;
};

static inline struct device_batch device_batch_of(const struct plan *p, const struct system *system)
{
    return {p->placed, system->tridiag};
}

/* x_0 is not finite if a pivot was bad, so that the others need not look again. */
__device__ __forceinline__ void device_report(const struct device_batch &g, int64_t s, const struct line &l, real x_0)
{
    if (g.t.info) g.t.info[s] = isfinite(x_0) ? 0 : pivots_find(l);
}
