/* The two equations of each part between pairs of unknowns, joined by a block of threads, two and two in shared memory
 * as a tree; the pairs from it. Two neighbouring blocks of equations are four rows for the two unknowns of the pair
 * between them, which are eliminated with the largest of four, then of three, as pivots, as in pivot_join.c. */
#pragma once
#include "solvers/tridiag/partition/pivot_verdict.cuh"

enum { JOINED = 256 /* blocks that a block of threads joins */, FIELDS = 10, KEPT = 11, JOIN_LEVELS = 9 };

/* `count` blocks of the longest system, each of so many rows; field f of block k of system s is field[f * stride + s *
 * (count + 1) + k], its equations those of pivot_part.h: l, z, p, q, e of the upper and of the lower. Later fields 0
 * and 1 are the pair before each block, and, behind the last one, the last pair. */
struct join_level {
    int64_t count, stride, rows;
    real *field;
};

/* Blocks that a block of threads joins: those of system s from `from` on, m of them, of `all`. */
struct join_group {
    int64_t s, number, from, all;
    int m;
};

static inline EITHER_SPACE int64_t join_groups(const struct join_level &l)
{
    return (l.count + JOINED - 1) / JOINED;
}

__device__ __forceinline__ struct join_group join_group_here(const struct join_level &l, const struct shape &shape)
{
    const int64_t groups = join_groups(l), s = blockIdx.x / groups, number = blockIdx.x % groups;
    const int64_t from = number * JOINED, all = (shape_rows(&shape, s) + l.rows - 1) / l.rows;
    return {s, number, from, all, (int)min(max(all - from, (int64_t)0), (int64_t)JOINED)};
}

__device__ __forceinline__ int64_t join_at(const struct join_level &l, int64_t s, int64_t k)
{
    return s * (l.count + 1) + k;
}

/* Elements at the pair before, at the pair to be eliminated, at the pair behind; right side. */
struct wide_row {
    real l, z, p, q, r, s, e;
};

__device__ __forceinline__ void wide_swap(bool swap, real &a, real &b)
{
    const real was = a;
    a = swap ? b : was;
    b = swap ? was : b;
}

/* Exchanges where the element of a at the first (or second) unknown of the pair is larger than that of the pivot. */
template <bool FIRST> __device__ __forceinline__ void wide_order(struct wide_row &pivot, struct wide_row &a)
{
    const bool swap = FIRST ? fabs(a.p) > fabs(pivot.p) : fabs(a.q) > fabs(pivot.q);
    wide_swap(swap, a.l, pivot.l), wide_swap(swap, a.z, pivot.z);
    if (FIRST) wide_swap(swap, a.p, pivot.p);
    wide_swap(swap, a.q, pivot.q), wide_swap(swap, a.r, pivot.r), wide_swap(swap, a.s, pivot.s);
    wide_swap(swap, a.e, pivot.e);
}

template <bool FIRST>
__device__ __forceinline__ void wide_subtract(struct wide_row &a, const struct wide_row &pivot, real w)
{
    const real m = (FIRST ? a.p : a.q) * w;
    a.l -= m * pivot.l, a.z -= m * pivot.z;
    if (FIRST) a.q -= m * pivot.q;
    a.r -= m * pivot.r, a.s -= m * pivot.s, a.e -= m * pivot.e;
}

/* The blocks of a group in shared memory: field f of block t is v[f * JOINED + t]. */
__device__ __forceinline__ struct wide_row join_row(const real *v, int t, int first, bool left)
{
    const real *const f = v + first * JOINED + t;
    const real l = f[0], z = f[JOINED], p = f[2 * JOINED], q = f[3 * JOINED], e = f[4 * JOINED];
    if (left) return {l, z, p, q, 0, 0, e};
    return {0, 0, l, z, p, q, e};
}

__device__ __forceinline__ void join_put(real *v, int t, int first, const struct wide_row &a)
{
    real *const f = v + first * JOINED + t;
    f[0] = a.l, f[JOINED] = a.z, f[2 * JOINED] = a.r, f[3 * JOINED] = a.s, f[4 * JOINED] = a.e;
}

/* Joins block t and block u behind it. t becomes both; in the place of u is then how its pair follows from those before
 * t and behind u: first = e - q second - l one - z two - r three - s four, and second without q. Is there a pivot? */
__device__ __forceinline__ bool join_two(real *v, int t, int u)
{
    struct wide_row a = join_row(v, t, 0, true), b = join_row(v, t, 5, true);
    struct wide_row c = join_row(v, u, 0, false), d = join_row(v, u, 5, false);
    wide_order<true>(c, a), wide_order<true>(c, b), wide_order<true>(c, d);
    const real w = 1 / c.p;
    wide_subtract<true>(a, c, w), wide_subtract<true>(b, c, w), wide_subtract<true>(d, c, w);
    wide_order<false>(d, a), wide_order<false>(d, b);
    const real y = 1 / d.q;
    wide_subtract<false>(a, d, y), wide_subtract<false>(b, d, y);
    join_put(v, t, 0, a), join_put(v, t, 5, b);
    const real kept[KEPT] = {c.l * w, c.z * w, c.r * w, c.s * w, c.e * w, d.l * y,
                             d.z * y, d.r * y, d.s * y, d.e * y, c.q * w};
#pragma unroll
    for (int f = 0; f < KEPT; f++) v[f * JOINED + u] = kept[f];
    return isfinite(w) && isfinite(y);
}

/* Joins m blocks to the first. Called by all threads, JOINED or fewer, at least half as many as blocks; are there
 * pivots? */
__device__ __forceinline__ bool join_tree(real *v, int m)
{
    bool fine = true;
    __syncthreads();
    for (int apart = 1; apart < m; apart *= 2) {
        const int t = 2 * apart * (int)threadIdx.x;
        if (t + apart < m) fine &= join_two(v, t, t + apart);
        __syncthreads();
    }
    return fine;
}

/* Pairs 1 ... m - 1 from pair 0 and pair m: pair k is pair[k], pair[JOINED + 1 + k]. Are they finite? */
__device__ __forceinline__ bool part_tree(const real *v, real *pair, int m)
{
    bool fine = true;
    int apart = 1;
    while (apart < m) apart *= 2;
    for (apart /= 2; apart > 0; apart /= 2) {
        const int t = 2 * apart * (int)threadIdx.x, u = t + apart, behind = min(u + apart, m);
        if (u < m) {
            real *const two = pair + JOINED + 1;
            const real *const f = v + u;
            const real second = f[9 * JOINED] - f[8 * JOINED] * two[behind] - f[7 * JOINED] * pair[behind] -
                                f[6 * JOINED] * two[t] - f[5 * JOINED] * pair[t];
            const real first = f[4 * JOINED] - f[3 * JOINED] * two[behind] - f[2 * JOINED] * pair[behind] -
                               f[JOINED] * two[t] - f[0] * pair[t] - f[10 * JOINED] * second;
            pair[u] = first, two[u] = second;
            fine &= isfinite(first) && isfinite(second);
        }
        __syncthreads();
    }
    return fine;
}

/* The last two equations, z first + p last = e, by pivoting: pairs 0 and m, of a whole system. Is there a pivot? */
__device__ __forceinline__ bool join_top(const real *v, real *pair, int m)
{
    const bool swap = fabs(v[6 * JOINED]) > fabs(v[JOINED]);
    const real *const a = swap ? v + 5 * JOINED : v, *const b = swap ? v : v + 5 * JOINED;
    const real z = a[JOINED], p = a[2 * JOINED], e = a[4 * JOINED], w = b[JOINED] / z;
    const real pivot = b[2 * JOINED] - w * p, last = (b[4 * JOINED] - w * e) / pivot, first = (e - p * last) / z;
    real *const two = pair + JOINED + 1;
    pair[0] = 0, two[0] = first, pair[m] = last, two[m] = 0;
    return z != 0 && pivot != 0 && isfinite(last) && isfinite(first);
}

/* The blocks of a group into shared memory. */
__device__ __forceinline__ void join_load(real *v, const struct join_level &from, const struct join_group &k)
{
    const int t = threadIdx.x;
    if (t >= k.m) return;
#pragma unroll
    for (int f = 0; f < FIELDS; f++) v[f * JOINED + t] = from.field[f * from.stride + join_at(from, k.s, k.from + t)];
}

static __global__ void __launch_bounds__(JOINED)
    join_up(struct device_batch g, struct join_level here, struct join_level next, struct verdict v)
{
    SHARED_ARRAY(real, blocks, KEPT * JOINED);
    const struct join_group k = join_group_here(here, g.shape);
    if (k.m == 0 || !is_wanted(v, k.s)) return;
    join_load(blocks, here, k);
    const bool fine = join_tree(blocks, k.m);
    if (threadIdx.x < FIELDS)
        next.field[threadIdx.x * next.stride + join_at(next, k.s, k.number)] = blocks[threadIdx.x * JOINED];
    if (!fine) atomicExch(&v.failed[k.s], 1);
}

/* Pairs of a level from those of the next, or, on the `TOP`, from the equations that are left. */
template <bool TOP>
static __global__ void __launch_bounds__(JOINED)
    join_down(struct device_batch g, struct join_level here, struct join_level next, struct verdict v)
{
    SHARED_ARRAY(real, blocks, KEPT * JOINED);
    SHARED_ARRAY(real, pair, 2 * (JOINED + 1));
    const struct join_group k = join_group_here(here, g.shape);
    const int t = threadIdx.x;
    if (k.m == 0 || !is_wanted(v, k.s)) return;
    join_load(blocks, here, k);
    bool fine = join_tree(blocks, k.m);
    if (TOP && t == 0) fine &= join_top(blocks, pair, k.m);
    if (!TOP && t < 4) {
        const int end = t / 2, field = t % 2;
        pair[field * (JOINED + 1) + end * k.m] = next.field[field * next.stride + join_at(next, k.s, k.number + end)];
    }
    __syncthreads();
    fine &= part_tree(blocks, pair, k.m);
    for (int i = t; i < k.m + (k.from + k.m == k.all); i += blockDim.x) {
        const int64_t at = join_at(here, k.s, k.from + i);
        here.field[at] = pair[i], here.field[here.stride + at] = pair[JOINED + 1 + i];
    }
    if (!fine) atomicExch(&v.failed[k.s], 1);
}
