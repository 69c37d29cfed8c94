/* The states that three scans carry from thread to thread, and the maps of rows between them (chunk_states.h): how maps
 * follow each other, are applied to states, and move between lanes. */
#pragma once
#include "solvers/tridiag/scan/scan_tile.cuh"

template <class T> __device__ __forceinline__ T of_lane(T value, int lane)
{
    return __shfl_sync(~0u, value, lane);
}

/* theta of the last row and of the one before, times anything. */
struct minors {
    real last, before;
};

/* The images of the states (1, 0) and (0, 1), times anything. */
struct minors_map {
    struct minors x, y;
};

__device__ __forceinline__ struct minors times(real factor, const struct minors &t)
{
    return {factor * t.last, factor * t.before};
}

__device__ __forceinline__ real most(const struct minors &t)
{
    return max(fabs(t.last), fabs(t.before));
}

__device__ __forceinline__ struct minors applied(const struct minors_map &m, const struct minors &t)
{
    return {m.x.last * t.last + m.y.last * t.before, m.x.before * t.last + m.y.before * t.before};
}

/* Divided by a power of two, so that the largest element is about 1. */
__device__ __forceinline__ struct minors_map scaled(const struct minors_map &m)
{
    const real unit = diagonal_pivot_scale(max(most(m.x), most(m.y)));
    return {times(unit, m.x), times(unit, m.y)};
}

/* The value that a row passes on, and whether the next row leads. */
struct right {
    real s;
    int leads;
};

/* By whether the first row does not lead, or does. */
struct right_map {
    real factor[2], term[2];
    int leads[2];
};

struct unknown {
    real x;
};

struct unknown_map {
    real factor, term;
};

__device__ __forceinline__ struct minors_map follow(const struct minors_map &first, const struct minors_map &then)
{
    return scaled({applied(then, first.x), applied(then, first.y)});
}

__device__ __forceinline__ struct right_map follow(const struct right_map &first, const struct right_map &then)
{
    struct right_map m;
#pragma unroll
    for (int k = 0; k < 2; k++) {
        const bool leads = first.leads[k];
        const real factor = leads ? then.factor[1] : then.factor[0], term = leads ? then.term[1] : then.term[0];
        m.factor[k] = factor * first.factor[k];
        m.term[k] = factor * first.term[k] + term;
        m.leads[k] = leads ? then.leads[1] : then.leads[0];
    }
    return m;
}

__device__ __forceinline__ struct unknown_map follow(const struct unknown_map &first, const struct unknown_map &then)
{
    return {then.factor * first.factor, then.factor * first.term + then.term};
}

__device__ __forceinline__ struct minors apply(const struct minors_map &m, const struct minors &t)
{
    const struct minors to = applied(m, t);
    return times(diagonal_pivot_scale(most(to)), to);
}

__device__ __forceinline__ struct right apply(const struct right_map &m, const struct right &t)
{
    const real factor = t.leads ? m.factor[1] : m.factor[0], term = t.leads ? m.term[1] : m.term[0];
    return {factor * t.s + term, t.leads ? m.leads[1] : m.leads[0]};
}

__device__ __forceinline__ struct unknown apply(const struct unknown_map &m, const struct unknown &t)
{
    return {m.factor * t.x + m.term};
}

__device__ __forceinline__ struct minors_map of_lane(const struct minors_map &m, int lane)
{
    return {{of_lane(m.x.last, lane), of_lane(m.x.before, lane)}, {of_lane(m.y.last, lane), of_lane(m.y.before, lane)}};
}

__device__ __forceinline__ struct right_map of_lane(const struct right_map &m, int lane)
{
    return {{of_lane(m.factor[0], lane), of_lane(m.factor[1], lane)},
            {of_lane(m.term[0], lane), of_lane(m.term[1], lane)},
            {of_lane(m.leads[0], lane), of_lane(m.leads[1], lane)}};
}

__device__ __forceinline__ struct unknown_map of_lane(const struct unknown_map &m, int lane)
{
    return {of_lane(m.factor, lane), of_lane(m.term, lane)};
}

/* A scan: its maps and states, its direction, the map of no rows, and the state that it begins with. */
struct minors_scan {
    typedef struct minors_map map;
    typedef struct minors state;
    enum { STAGE = 0, UP = false };
    static __device__ __forceinline__ map none()
    {
        return {{1, 0}, {0, 1}};
    }
    static __device__ __forceinline__ state begin()
    {
        return {1, 0};
    }
};

struct right_scan {
    typedef struct right_map map;
    typedef struct right state;
    enum { STAGE = 1, UP = false };
    static __device__ __forceinline__ map none()
    {
        return {{1, 1}, {0, 0}, {0, 1}};
    }
    static __device__ __forceinline__ state begin()
    {
        return {0, 1};
    }
};

struct unknown_scan {
    typedef struct unknown_map map;
    typedef struct unknown state;
    enum { STAGE = 2, UP = true };
    static __device__ __forceinline__ map none()
    {
        return {1, 0};
    }
    static __device__ __forceinline__ state begin()
    {
        return {0};
    }
};
