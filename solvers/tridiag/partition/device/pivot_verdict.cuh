/* The findings about each system of a batch while its parts are eliminated, and info from them. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_batch.cuh"

#include <string.h>

enum { SYSTEMS = 256 /* that a block of threads looks at */ };

/* Largest residual of the first and the last row of a part, relative to the row's elements times the largest |x| of the
 * system, or to its right side. More is not rounding. */
#ifdef BANDSTAND_FLOAT
#define THREE_MISSED RC(0x1p-10)
#else
#define THREE_MISSED RC(0x1p-26)
#endif

__device__ __forceinline__ bool is_wanted(const struct verdict &v, int64_t s)
{
    return !v.wanted || v.wanted[s];
}

static __global__ void clear(struct verdict v, int64_t batch)
{
    const int64_t s = (int64_t)blockIdx.x * SYSTEMS + threadIdx.x;
    if (s < batch) v.failed[s] = v.strange[s] = 0, v.missed[s] = 0;
}

/* info of a system in which something was strange: i + 1 of the first row whose x is not finite; else its rows, where a
 * pivot was out of range, or a residual is far above the rounding of the largest |x|. By all threads of a block. */
static __device__ int64_t info_of(const struct line &l, bool strange, real missed, int64_t *first, real *largest)
{
    const int t = threadIdx.x;
    int64_t row = l.n;
    real most = 0;
    for (int64_t i = t; i < l.n; i += SYSTEMS) {
        const real x = fabs(l.x[i * l.x_stride]);
        if (!isfinite(x)) row = min(row, i);
        else most = max(most, x);
    }
    __syncthreads();
    first[t] = row, largest[t] = most;
    __syncthreads();
    for (int apart = SYSTEMS / 2; apart > 0; apart /= 2) {
        if (t < apart) first[t] = min(first[t], first[t + apart]), largest[t] = max(largest[t], largest[t + apart]);
        __syncthreads();
    }
    if (first[0] < l.n) return first[0] + 1;
    return strange || missed > THREE_MISSED * largest[0] ? l.n : 0;
}

/* info of all requested systems but those that were eliminated in order. */
static __global__ void __launch_bounds__(SYSTEMS) report(struct device_batch g, struct verdict v)
{
    SHARED_ARRAY(int, looks, SYSTEMS);
    SHARED_ARRAY(int64_t, first, SYSTEMS);
    SHARED_ARRAY(real, largest, SYSTEMS);
    const int64_t from = (int64_t)blockIdx.x * SYSTEMS, s = from + threadIdx.x;
    const bool mine = s < g.shape.batch && is_wanted(v, s) && !v.failed[s];
    const int look = mine && (v.strange[s] || v.missed[s]);
    if (mine && !look) g.system.info[s] = 0;
    looks[threadIdx.x] = look;
    if (!__syncthreads_or(look)) return;
    for (int q = 0; q < SYSTEMS; q++) {
        if (!looks[q]) continue;
        real missed;
        memcpy(&missed, &v.missed[from + q], sizeof missed);
        const struct line l = line_of(&g.shape, &g.system, from + q);
        const int64_t info = info_of(l, v.strange[from + q], missed, first, largest);
        if (threadIdx.x == 0) g.system.info[from + q] = info;
    }
}
