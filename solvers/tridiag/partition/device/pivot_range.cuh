/* Pivots: their size only by the leading bits, which is enough to choose the largest, and their reciprocals, from an
 * approximation of the device and one step of Newton's method, of third order in double. */
#pragma once
#include "solvers/batch/device_batch.cuh"

/* The leading 32 bits of |p|. A pivot of those up to HIGH - 1 from LOW on has a reciprocal to full accuracy. */
#ifdef BANDSTAND_FLOAT
enum { PIVOT_LOW = 0x01800000, PIVOT_HIGH = 0x7d800000 };

__device__ __forceinline__ unsigned pivot_size(real p)
{
    return (unsigned)__float_as_int(p) & 0x7fffffff;
}
#else
enum { PIVOT_LOW = 0x00300000, PIVOT_HIGH = 0x7fb00000 };

__device__ __forceinline__ unsigned pivot_size(real p)
{
    return (unsigned)(__double_as_longlong(p) >> 32) & 0x7fffffff;
}
#endif

/* Distance above the lowest size; one of at least PIVOT_RANGE is out of range. */
enum { PIVOT_RANGE = PIVOT_HIGH - PIVOT_LOW };

__device__ __forceinline__ unsigned pivot_above(unsigned size)
{
    return size - PIVOT_LOW;
}

__device__ __forceinline__ bool pivot_fits(real p)
{
    return pivot_above(pivot_size(p)) < PIVOT_RANGE;
}

__device__ __forceinline__ real reciprocal_of(real p)
{
    const real y = reciprocal_approx(p), e = fma(-p, y, RC(1.0));
    return fma(y, sizeof(real) == sizeof(double) ? fma(e, e, e) : e, y);
}
