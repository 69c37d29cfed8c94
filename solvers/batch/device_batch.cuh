/* The arguments of kernels that solve batches: the shape as placed on the device, and the arrays. */
#pragma once
#include "base/device/gpu.h"
#include "solvers/batch/info.h"

struct device_batch {
    struct shape shape;
    struct system system;
};

static inline struct device_batch device_batch_of(const struct plan *p, const struct system *system)
{
    return {p->placed, *system};
}

/* The next column of so many values in a plan's workspace, aligned to cache lines. `workspace` is on the device, or
 * NULL while bytes are only counted; *bytes is the total so far. */
static inline real *device_column(void *workspace, int64_t *bytes, int64_t values)
{
    enum { LINE = 256 };
    real *const column = workspace ? (real *)((char *)workspace + *bytes) : NULL;
    *bytes += (values * (int64_t)sizeof(real) + LINE - 1) / LINE * LINE;
    return column;
}

/* x_0 is not finite if a pivot was bad, so that the others need not look again. */
__device__ __forceinline__ void device_report(const struct device_batch &g, int64_t s, const struct line &l, real x_0)
{
    if (g.system.info) g.system.info[s] = isfinite(x_0) ? 0 : info_find(l);
}
