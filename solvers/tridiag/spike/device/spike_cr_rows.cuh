/* Cyclic reduction of a partition by the threads that share it, with the unknowns next to it in every equation, so that
 * its spikes come with it. Rows are divided by their diagonal and by a power of two before, so that reciprocals stay in
 * range. On each level the rows that stay are those with i + 1 a multiple of 2 s; row i is freed of rows i - s, i + s:
 *
 *     x_i + a_i x_{i-s} + c_i x_{i+s} = d_i      u = 1 - a_i c_{i-s} - c_i a_{i+s}
 *     a'_i = -a_i a_{i-s} / u     c'_i = -c_i c_{i+s} / u     d'_i = (d_i - a_i d_{i-s} - c_i d_{i+s}) / u
 *
 * An unknown next to the partition is not eliminated: it counts as a row with a coefficient of -1 to itself, (-1, 0, 0)
 * before and (0, -1, 0) after, which leaves a_i and c_i as they are but for u. */
#pragma once
#include "solvers/tridiag/spike/device/spike_apart.cuh"

struct spike_unit {
    real a, c, d;
};

__device__ __forceinline__ struct spike_unit spike_unit_of(const struct spike_row &r)
{
    const real unit = diagonal_pivot_scale(pivot_magnitude(r.b)), w = unit / (r.b * unit);
    return {r.a * w, r.c * w, r.d * w};
}

__device__ __forceinline__ struct spike_unit spike_unit_before()
{
    return {-1, 0, 0};
}

__device__ __forceinline__ struct spike_unit spike_unit_behind()
{
    return {0, -1, 0};
}

/* The larger one, NaN if one is. */
__device__ __forceinline__ real spike_larger(real a, real b)
{
    return a != a || a > b ? a : b;
}

/* `growth` becomes the largest 1 / u with the terms of u = 1 - a c_before - c a_after: compared with large ones the
 * diagonal, which is 1, loses its digits. */
__device__ __forceinline__ struct spike_unit spike_freed(const struct spike_unit &before, const struct spike_unit &here,
                                                         const struct spike_unit &behind, real &growth)
{
    const real left = here.a * before.c, right = here.c * behind.a, r = RC(1.0) / (RC(1.0) - left - right);
    growth = spike_larger(growth, pivot_magnitude(r) + (pivot_magnitude(left) + pivot_magnitude(right)));
    return {-r * here.a * before.a, -r * here.c * behind.c, r * (here.d - here.a * before.d - here.c * behind.d)};
}

/* Values of an unknown: x; or y, w and v, of x = y - w x_before - v x_behind. */
template <int N> struct spike_sides {
    real v[N];
};

template <int N>
__device__ __forceinline__ struct spike_sides<N>
spike_solved(const struct spike_unit &r, const struct spike_sides<N> &before, const struct spike_sides<N> &behind) {
    struct spike_sides<N> s;
#pragma unroll
    for (int k = 0; k < N; k++) s.v[k] = (k ? RC(0.0) : r.d) - r.a * before.v[k] - r.c * behind.v[k];
    return s;
}

/* The threads that share a partition: a warp, or a block. */
template <bool BLOCK>
struct spike_team {
    enum { THREADS = BLOCK ? 128 : 32 };
    static __device__ __forceinline__ int rank()
    {
        return threadIdx.x % THREADS;
    }
    static __device__ __forceinline__ void wait()
    {
        if (BLOCK) __syncthreads();
        else __syncwarp();
    }
};

/* Rows in shared memory, a value of padding after every 128 bytes: threads with neighbouring rows, eight rows apart, or
 * a power of two, ask different banks. */
enum { SPIKE_BANKS = 128 / (int)sizeof(real) };

static constexpr EITHER_SPACE int spike_bank(int i)
{
    return i + i / SPIKE_BANKS;
}

struct spike_shared {
    real *a, *c, *d;
};

__device__ __forceinline__ struct spike_unit spike_get(const struct spike_shared &m, int i)
{
    const int at = spike_bank(i);
    return {m.a[at], m.c[at], m.d[at]};
}

__device__ __forceinline__ void spike_set(const struct spike_shared &m, int i, const struct spike_unit &r)
{
    const int at = spike_bank(i);
    m.a[at] = r.a, m.c[at] = r.c, m.d[at] = r.d;
}

/* Values of row i take its place. */
__device__ __forceinline__ void spike_set(const struct spike_shared &m, int i, const struct spike_sides<1> &s)
{
    m.d[spike_bank(i)] = s.v[0];
}

__device__ __forceinline__ void spike_set(const struct spike_shared &m, int i, const struct spike_sides<3> &s)
{
    const int at = spike_bank(i);
    m.d[at] = s.v[0], m.a[at] = s.v[1], m.c[at] = s.v[2];
}

__device__ __forceinline__ void spike_get(const struct spike_shared &m, int i, struct spike_sides<1> &s)
{
    s.v[0] = m.d[spike_bank(i)];
}

__device__ __forceinline__ void spike_get(const struct spike_shared &m, int i, struct spike_sides<3> &s)
{
    const int at = spike_bank(i);
    s.v[0] = m.d[at], s.v[1] = m.a[at], s.v[2] = m.c[at];
}

__device__ __forceinline__ struct spike_unit spike_shuffle(const struct spike_unit &r, int lane)
{
    return {__shfl_sync(~0u, r.a, lane), __shfl_sync(~0u, r.c, lane), __shfl_sync(~0u, r.d, lane)};
}

/* Parallel cyclic reduction of one row per lane: only unknowns next to the partition are left. */
__device__ __forceinline__ struct spike_unit spike_warp_pcr(struct spike_unit r, real &growth)
{
    const int lane = threadIdx.x % SPIKE_WARP;
#pragma unroll 1
    for (int k = 1; k < SPIKE_WARP; k *= 2) {
        const struct spike_unit before = spike_shuffle(r, lane - k), behind = spike_shuffle(r, lane + k);
        r = spike_freed(lane >= k ? before : spike_unit_before(), r,
                        lane + k < SPIKE_WARP ? behind : spike_unit_behind(), growth);
    }
    return r;
}

/* `rows` rows in shared memory, a power of two, solved by a team; their values take their place. Down to 32 rows, which
 * a warp solves by parallel cyclic reduction if `pcr`, or down to one. */
template <bool BLOCK, int N>
__device__ __forceinline__ void spike_cr_shared(const struct spike_shared &m, int rows, bool pcr,
                                                const struct spike_sides<N> &before,
                                                const struct spike_sides<N> &behind, real &growth)
{
    typedef struct spike_team<BLOCK> team;
    int s = 1;
    for (; rows / s > (pcr ? (int)SPIKE_WARP : 1); s *= 2) {
        for (int i = 2 * s * (team::rank() + 1) - 1; i < rows; i += 2 * s * team::THREADS)
            spike_set(m, i,
                      spike_freed(spike_get(m, i - s), spike_get(m, i),
                                  i + s < rows ? spike_get(m, i + s) : spike_unit_behind(), growth));
        team::wait();
    }
    if (pcr && team::rank() < SPIKE_WARP) {
        const int i = s * (team::rank() + 1) - 1;
        spike_set(m, i, spike_solved<N>(spike_warp_pcr(spike_get(m, i), growth), before, behind));
    } else if (team::rank() == 0 && !pcr) {
        spike_set(m, rows - 1, spike_solved<N>(spike_get(m, rows - 1), before, behind));
    }
    team::wait();
    for (s /= 2; s > 0; s /= 2) {
        for (int i = s * (2 * team::rank() + 1) - 1; i < rows; i += 2 * s * team::THREADS) {
            struct spike_sides<N> left = before, right;
            if (i >= s) spike_get(m, i - s, left);
            spike_get(m, i + s, right);
            spike_set(m, i, spike_solved<N>(spike_get(m, i), left, right));
        }
        team::wait();
    }
}
