/* aggregation.h on the device: the products f of ratios by a scan, which each block of threads computes for itself. */
#pragma once
#include "solvers/sparse/grid_barrier.cuh"

/* mantissa 2^exponent with mantissa in [1, 2); or 0. */
struct scaled {
    double mantissa;
    int exponent;
};

__device__ __forceinline__ struct scaled scaled_of(double v)
{
    if (!(v > 0)) return {0, -(1 << 28)};
    const int e = ilogb(v);
    return {scalbn(v, -e), e};
}

__device__ __forceinline__ struct scaled times(struct scaled a, struct scaled b)
{
    const double m = a.mantissa * b.mantissa;
    return m >= 2 ? (struct scaled){m / 2, a.exponent + b.exponent + 1} : (struct scaled){m, a.exponent + b.exponent};
}

struct levels_scratch {
    double *mass, *up, *down; /* [count], of all levels */
    int64_t count;
    double *mantissa; /* [2][blockDim.x], shared */
    int *exponent;    /* [2][blockDim.x], shared */
};

/* f_(j+1) / f_j. */
__device__ __forceinline__ struct scaled level_ratio(const struct levels_scratch &l, int64_t j)
{
    if (!(l.up[j] > 0 && l.down[j + 1] > 0)) return {1, 0};
    const struct scaled up = scaled_of(l.up[j]), down = scaled_of(l.down[j + 1]);
    const double m = up.mantissa / down.mantissa;
    return m < 1 ? (struct scaled){2 * m, up.exponent - down.exponent - 1}
                 : (struct scaled){m, up.exponent - down.exponent};
}

/* The product over all threads before this one. */
__device__ __forceinline__ struct scaled product_before(const struct levels_scratch &l, struct scaled own)
{
    const int here = threadIdx.x, threads = blockDim.x;
    int now = 0;
    l.mantissa[here] = own.mantissa, l.exponent[here] = own.exponent;
    __syncthreads();
    for (int distance = 1; distance < threads; distance *= 2, now = 1 - now) {
        const int from = now * threads + here, to = (1 - now) * threads + here;
        struct scaled v = {l.mantissa[from], l.exponent[from]};
        if (here >= distance) v = times({l.mantissa[from - distance], l.exponent[from - distance]}, v);
        l.mantissa[to] = v.mantissa, l.exponent[to] = v.exponent;
        __syncthreads();
    }
    const int before = now * threads + here - 1;
    const struct scaled product =
        here ? (struct scaled){l.mantissa[before], l.exponent[before]} : (struct scaled){1, 0};
    __syncthreads();
    return product;
}

/* v 2^-exponent. */
__device__ __forceinline__ double shifted(struct scaled v, int exponent)
{
    const int e = v.exponent - exponent;
    return e < -1100 ? 0 : fmin(scalbn(v.mantissa, e > 1100 ? 1100 : e), 1.7e308);
}

/* factor[j - first] of the levels first ... first + own - 1: what each is to be multiplied by. */
__device__ __forceinline__ void level_factors(const struct levels_scratch &l, int64_t first, int64_t own,
                                              double *factor, double *scratch)
{
    const int64_t each = (l.count + blockDim.x - 1) / blockDim.x, from = min(l.count, threadIdx.x * each),
                  to = min(l.count, from + each);
    struct scaled f = {1, 0};
    for (int64_t j = from; j < to && j + 1 < l.count; j++) f = times(f, level_ratio(l, j));
    const struct scaled before = product_before(l, f);

    int top = -(1 << 29);
    f = before;
    for (int64_t j = from; j < to; j++) {
        const struct scaled w = times(f, scaled_of(l.mass[j]));
        if (w.mantissa > 0) top = max(top, w.exponent);
        if (j + 1 < l.count) f = times(f, level_ratio(l, j));
    }
    top = (int)block_tally({{0, 0, 0}, (real)top}, scratch).max;

    double sum = 0;
    f = before;
    for (int64_t j = from; j < to; j++) {
        sum += shifted(times(f, scaled_of(l.mass[j])), top);
        if (j >= first && j < first + own) factor[j - first] = shifted(f, top);
        if (j + 1 < l.count) f = times(f, level_ratio(l, j));
    }
    sum = block_tally({{sum, 0, 0}, 0}, scratch).sum[0];
    for (int64_t j = threadIdx.x; j < own; j += blockDim.x) factor[j] /= sum;
    __syncthreads();
}
