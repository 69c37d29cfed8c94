/* The two equations of each part between pairs of unknowns, joined by a block of threads, two and two in shared memory
 * as a tree; the pairs from it. Two neighbouring blocks of equations are four rows for the two unknowns of the pair
 * between them, which are eliminated with the largest of four, then of three, as pivots, as in pivot_join.c. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_range.cuh"
#include "solvers/tridiag/partition/device/pivot_verdict.cuh"

enum {
    JOINED = 256 /* blocks that a block of threads joins */,
    JOINED_FEW = 32 /* the same, of systems of few parts: many blocks of threads fit on a multiprocessor */,
    FIELDS = 10,
    KEPT = 11,
    BANKS = 128 / sizeof(real) /* of shared memory, each a value wide */,
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
    const unsigned groups = (unsigned)join_groups(l), s = blockIdx.x / groups, number = blockIdx.x - s * groups;
    const int64_t from = (int64_t)number * JOINED, all = (shape_rows(&shape, s) + l.rows - 1) / l.rows;
    return {s, number, from, all, (int)min(max(all - from, (int64_t)0), (int64_t)JOINED)};
}

__device__ __forceinline__ int64_t join_at(const struct join_level &l, int64_t s, int64_t k)
{
    return s * (l.count + 1) + k;
}

/* Elements at the pair before, at the pair to be eliminated, at the next pair; right side. */
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

/* Place of block t among the values of a field in shared memory. Threads that have every 2nd, 4th, ... block are in
 * different banks. */
__device__ __forceinline__ int spread(int t)
{
    return t + t / BANKS;
}

/* Up to MOST blocks of a group in shared memory: field f of block t is v[f][spread(t)]; pair k, before block k, is
 * pair[0][k], pair[1][k]. */
template <int MOST> struct join_blocks {
    real v[KEPT][MOST + MOST / BANKS];
    real pair[2][MOST + 1];
};

/* The equation of block t whose fields are from `first` on. */
template <int MOST>
__device__ __forceinline__ struct wide_row join_row(const struct join_blocks<MOST> &b, int t, int first, bool left)
{
    const int at = spread(t);
    const real l = b.v[first][at], z = b.v[first + 1][at], p = b.v[first + 2][at], q = b.v[first + 3][at],
               e = b.v[first + 4][at];
    if (left) return {l, z, p, q, 0, 0, e};
    return {0, 0, l, z, p, q, e};
}

template <int MOST>
__device__ __forceinline__ void join_put(struct join_blocks<MOST> &b, int t, int first, const struct wide_row &a)
{
    const int at = spread(t);
    b.v[first][at] = a.l, b.v[first + 1][at] = a.z, b.v[first + 2][at] = a.r, b.v[first + 3][at] = a.s;
    b.v[first + 4][at] = a.e;
}

/* Joins block t and the next block u. t becomes both; in the place of u is then how its pair follows from those before
 * t and after u: first = e - q second - l one - z two - r three - s four, and second without q. Is there a pivot? */
template <int MOST> __device__ __forceinline__ bool join_two(struct join_blocks<MOST> &k, int t, int u)
{
    struct wide_row a = join_row(k, t, 0, true), b = join_row(k, t, 5, true);
    struct wide_row c = join_row(k, u, 0, false), d = join_row(k, u, 5, false);
    wide_order<true>(c, a), wide_order<true>(c, b), wide_order<true>(c, d);
    const real w = reciprocal_of(c.p);
    wide_subtract<true>(a, c, w), wide_subtract<true>(b, c, w), wide_subtract<true>(d, c, w);
    wide_order<false>(d, a), wide_order<false>(d, b);
    const real y = reciprocal_of(d.q);
    wide_subtract<false>(a, d, y), wide_subtract<false>(b, d, y);
    join_put(k, t, 0, a), join_put(k, t, 5, b);
    const real kept[KEPT] = {c.l * w, c.z * w, c.r * w, c.s * w, c.e * w, d.l * y,
                             d.z * y, d.r * y, d.s * y, d.e * y, c.q * w};
#pragma unroll
    for (int f = 0; f < KEPT; f++) k.v[f][spread(u)] = kept[f];
    return pivot_fits(c.p) && pivot_fits(d.q);
}

/* Joins m blocks to the first. Called by all threads, at least half as many as blocks; are there pivots? */
template <int MOST> __device__ __forceinline__ bool join_tree(struct join_blocks<MOST> &b, int m)
{
    bool fine = true;
    __syncthreads();
    for (int apart = 1; apart < m; apart *= 2) {
        const int t = 2 * apart * (int)threadIdx.x;
        if (t + apart < m) fine &= join_two(b, t, t + apart);
        __syncthreads();
    }
    return fine;
}

/* Pairs 1 ... m - 1 from pair 0 and pair m. Are they finite? */
template <int MOST> __device__ __forceinline__ bool part_tree(struct join_blocks<MOST> &b, int m)
{
    real *const one = b.pair[0], *const two = b.pair[1];
    bool fine = true;
    int apart = 1;
    while (apart < m) apart *= 2;
    for (apart /= 2; apart > 0; apart /= 2) {
        const int t = 2 * apart * (int)threadIdx.x, u = t + apart, behind = min(u + apart, m);
        if (u < m) {
            const int at = spread(u);
            const real second = b.v[9][at] - b.v[8][at] * two[behind] - b.v[7][at] * one[behind] - b.v[6][at] * two[t] -
                                b.v[5][at] * one[t];
            const real first = b.v[4][at] - b.v[3][at] * two[behind] - b.v[2][at] * one[behind] - b.v[1][at] * two[t] -
                               b.v[0][at] * one[t] - b.v[10][at] * second;
            one[u] = first, two[u] = second;
            fine &= isfinite(first) && isfinite(second);
        }
        __syncthreads();
    }
    return fine;
}

/* The last two equations, z first + p last = e, by pivoting: pairs 0 and m, of a whole system. Is there a pivot? */
template <int MOST> __device__ __forceinline__ bool join_top(struct join_blocks<MOST> &k, int m)
{
    const bool swap = fabs(k.v[6][0]) > fabs(k.v[1][0]);
    const int a = swap ? 5 : 0, b = swap ? 0 : 5;
    const real z = k.v[a + 1][0], p = k.v[a + 2][0], e = k.v[a + 4][0], w = k.v[b + 1][0] / z;
    const real pivot = k.v[b + 2][0] - w * p, last = (k.v[b + 4][0] - w * e) / pivot, first = (e - p * last) / z;
    k.pair[0][0] = 0, k.pair[1][0] = first, k.pair[0][m] = last, k.pair[1][m] = 0;
    return z != 0 && pivot != 0 && isfinite(last) && isfinite(first);
}

/* The blocks of a group into shared memory. */
template <int MOST>
__device__ __forceinline__ void join_load(struct join_blocks<MOST> &b, const struct join_level &from,
                                          const struct join_group &k)
{
#pragma unroll 2
    for (int t = threadIdx.x; t < k.m; t += blockDim.x) {
        const real *const field = from.field + join_at(from, k.s, k.from + t);
#pragma unroll
        for (int f = 0; f < FIELDS; f++) b.v[f][spread(t)] = field[f * from.stride];
    }
}

static __global__ void __launch_bounds__(JOINED / 2)
    join_up(struct device_batch g, struct join_level here, struct join_level next, struct verdict v)
{
    SHARED_ARRAY(struct join_blocks<JOINED>, blocks, 1);
    const struct join_group k = join_group_here(here, g.shape);
    if (k.m == 0 || !is_wanted(v, k.s)) return;
    join_load(blocks[0], here, k);
    const bool fine = join_tree(blocks[0], k.m);
    if (threadIdx.x < FIELDS)
        next.field[threadIdx.x * next.stride + join_at(next, k.s, k.number)] = blocks[0].v[threadIdx.x][0];
    if (!fine) atomicExch(&v.failed[k.s], 1);
}

/* Pairs of a level from those of the next, or, on the `TOP`, from the equations that are left. */
template <bool TOP, int MOST>
static __global__ void __launch_bounds__(MOST == JOINED ? JOINED / 2 : MOST)
    join_down(struct device_batch g, struct join_level here, struct join_level next, struct verdict v)
{
    SHARED_ARRAY(struct join_blocks<MOST>, blocks, 1);
    const struct join_group k = join_group_here(here, g.shape);
    const int t = threadIdx.x;
    if (k.m == 0 || !is_wanted(v, k.s)) return;
    join_load(blocks[0], here, k);
    bool fine = join_tree(blocks[0], k.m);
    if (TOP && t == 0) fine &= join_top(blocks[0], k.m);
    if (!TOP && t < 4) {
        const int end = t / 2, field = t % 2;
        blocks[0].pair[field][end * k.m] = next.field[field * next.stride + join_at(next, k.s, k.number + end)];
    }
    __syncthreads();
    fine &= part_tree(blocks[0], k.m);
    for (int i = t; i < k.m + (k.from + k.m == k.all); i += blockDim.x) {
        const int64_t at = join_at(here, k.s, k.from + i);
        here.field[at] = blocks[0].pair[0][i], here.field[here.stride + at] = blocks[0].pair[1][i];
    }
    if (!fine) atomicExch(&v.failed[k.s], 1);
}
