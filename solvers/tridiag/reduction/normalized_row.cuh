/* Cyclic reduction with rows scaled to a diagonal of one, x_i + a_i x_{i-k} + c_i x_{i+k} = d_i: three values instead
 * of four, and one division where cyclic reduction of unscaled rows takes two. Row i is freed of its neighbours, and
 * coupled to theirs at distance 2k, by
 *
 *     r = 1 / (1 - a_i c_{i-k} - c_i a_{i+k})                a'_i = -r a_i a_{i-k}
 *     d'_i = r (d_i - a_i d_{i-k} - c_i d_{i+k})             c'_i = -r c_i c_{i+k}
 *
 * E. Laszlo, M. Giles, J. Appleyard, Manycore algorithms for batch scalar and block tridiagonal solvers, ACM Trans.
 * Math. Softw. 42 (2016). A row outside the system is one of zeros, with x = 0: ends need no other formula.
 * 4 flops to scale a row, 14 to free it. */
#pragma once
#include "solvers/batch/device_batch.cuh"

struct unit_row {
    real a, c, d;
};

__device__ __forceinline__ struct unit_row unit_row_freed(struct unit_row left, struct unit_row here,
                                                          struct unit_row right)
{
    const real r = RC(1.0) / (RC(1.0) - here.a * left.c - here.c * right.a);
    return {-r * here.a * left.a, -r * here.c * right.c, r * (here.d - here.a * left.d - here.c * right.d)};
}

/* A row of the caller's arrays, scaled; zeros if it is not in the system. */
struct plain_row {
    real a, b, c, d;
};

__device__ __forceinline__ struct plain_row plain_row_of(const struct line &l, int64_t i)
{
    if (i < 0 || i >= l.n) return {RC(0.0), RC(1.0), RC(0.0), RC(0.0)};
    return {i > 0 ? l.a[i * l.stride] : RC(0.0), l.b[i * l.stride], i < l.n - 1 ? l.c[i * l.stride] : RC(0.0),
            l.x[i * l.x_stride]};
}

__device__ __forceinline__ struct unit_row unit_row_of(struct plain_row p)
{
    const real r = RC(1.0) / p.b;
    return {p.a * r, p.c * r, p.d * r};
}

__device__ __forceinline__ struct unit_row unit_row_of(struct unit_row r)
{
    return r;
}

/* The row of another lane, of those `width` that share a system; lanes are counted modulo width, a power of 2. */
__device__ __forceinline__ struct unit_row unit_row_shuffle(struct unit_row r, int lane, int width)
{
    const unsigned all = ~0u;
    return {__shfl_sync(all, r.a, lane, width), __shfl_sync(all, r.c, lane, width), __shfl_sync(all, r.d, lane, width)};
}
