/* A partition of the device's spike_cr from its rows to the values of its unknowns. A team of threads loads rows as
 * they lie. With PACKED of them a thread, each thread keeps so many consecutive rows in registers, eliminates all but
 * its last one there, with one row from the next thread on each level, and only that goes through shared memory; else
 * all rows do. The values are x, or, as long as the unknowns next to the partition are not known, y, w and v. */
#pragma once
#include "solvers/tridiag/spike/device/spike_cr_rows.cuh"

/* Rows a thread at most; threads of a block. */
enum { SPIKE_CR_MOST = 8, SPIKE_CR_THREADS = 128 };

/* A partition and the shared memory of its team, which has `rows` rows. */
struct spike_cr_part {
    struct spike_part w;
    struct spike_shared m;
    int rows;
    bool pcr;
};

template <int N> struct spike_cr_beside {
    struct spike_sides<N> before, behind;
};

/* Shared memory of a block, for so many rows per thread; of this thread's team. */
template <bool BLOCK> static constexpr EITHER_SPACE int spike_cr_capacity(int each)
{
    return spike_bank(spike_team<BLOCK>::THREADS * each);
}

template <bool BLOCK> static constexpr EITHER_SPACE int spike_cr_values(int each)
{
    return 3 * SPIKE_CR_THREADS / spike_team<BLOCK>::THREADS * spike_cr_capacity<BLOCK>(each);
}

template <bool BLOCK> __device__ __forceinline__ struct spike_shared spike_cr_shared_of(real *memory, int each)
{
    const int capacity = spike_cr_capacity<BLOCK>(each);
    real *const own = memory + 3 * capacity * (threadIdx.x / spike_team<BLOCK>::THREADS);
    return {own, own + capacity, own + 2 * capacity};
}

/* Rows after the partition are those of the identity. */
__device__ __forceinline__ struct spike_unit spike_cr_row(const struct spike_part &w, const struct spike_row &r, int i)
{
    return i < w.m ? spike_unit_of(r) : spike_unit{0, 0, 0};
}

template <bool BLOCK, int PACKED> __device__ __forceinline__ void spike_cr_load(const struct spike_cr_part &p)
{
    enum { AT_ONCE = PACKED ? PACKED : 4 };
    typedef struct spike_team<BLOCK> team;
    for (int first = team::rank(); first < p.rows; first += AT_ONCE * team::THREADS) {
        struct spike_row r[AT_ONCE];
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++) r[j] = spike_row_of(p.w, first + j * team::THREADS);
#pragma unroll
        for (int j = 0; j < AT_ONCE; j++)
            if (first + j * team::THREADS < p.rows)
                spike_set(p.m, first + j * team::THREADS, spike_cr_row(p.w, r[j], first + j * team::THREADS));
    }
    team::wait();
}

/* `own` of the next thread. */
template <bool BLOCK>
__device__ __forceinline__ struct spike_unit spike_cr_next(const struct spike_cr_part &p, const struct spike_unit &own)
{
    typedef struct spike_team<BLOCK> team;
    const int rank = team::rank();
    struct spike_unit next;
    if (BLOCK) {
        spike_set(p.m, rank, own);
        team::wait();
        next = rank + 1 < team::THREADS ? spike_get(p.m, rank + 1) : own;
        team::wait();
    } else {
        next = spike_shuffle(own, rank + 1);
    }
    return rank + 1 < team::THREADS ? next : spike_unit_behind();
}

/* Levels in registers: of rows j, those with j + 1 a multiple of 2 s stay. */
template <bool BLOCK, int PACKED>
__device__ __forceinline__ void spike_cr_down(const struct spike_cr_part &p, struct spike_unit r[PACKED], real &growth)
{
#pragma unroll
    for (int s = 1; s < PACKED; s *= 2) {
        const struct spike_unit next = spike_cr_next<BLOCK>(p, r[s - 1]);
#pragma unroll
        for (int j = 2 * s - 1; j < PACKED; j += 2 * s)
            r[j] = spike_freed(r[j - s], r[j], j + s < PACKED ? r[j + s < PACKED ? j + s : 0] : next, growth);
    }
}

/* Values of all rows of a thread from those of its last one and the one before its first. */
template <int PACKED, int N>
__device__ __forceinline__ void spike_cr_up(const struct spike_unit r[PACKED], const struct spike_sides<N> &before,
                                            struct spike_sides<N> x[PACKED])
{
#pragma unroll
    for (int s = PACKED / 2; s > 0; s /= 2)
#pragma unroll
        for (int j = s - 1; j < PACKED; j += 2 * s)
            x[j] = spike_solved<N>(r[j], j >= s ? x[j >= s ? j - s : 0] : before, x[j + s]);
}

/* Values of rows PACKED rank ... of the partition. Ends with a wait. */
template <bool BLOCK, int PACKED, int N>
__device__ __forceinline__ void spike_cr_packed(const struct spike_cr_part &p, const struct spike_cr_beside<N> &beside,
                                                struct spike_sides<N> x[PACKED], real &growth)
{
    typedef struct spike_team<BLOCK> team;
    const int rank = team::rank();
    struct spike_unit r[PACKED];
    struct spike_sides<N> before = beside.before;
#pragma unroll
    for (int j = 0; j < PACKED; j++) r[j] = spike_get(p.m, PACKED * rank + j);
    team::wait();
    spike_cr_down<BLOCK, PACKED>(p, r, growth);
    spike_set(p.m, rank, r[PACKED - 1]);
    team::wait();
    spike_cr_shared<BLOCK, N>(p.m, team::THREADS, p.pcr, beside.before, beside.behind, growth);
    if (rank > 0) spike_get(p.m, rank - 1, before);
    spike_get(p.m, rank, x[PACKED - 1]);
    spike_cr_up<PACKED, N>(r, before, x);
    team::wait();
}

/* The number of rows that each thread has in registers, as a type, by which one of two functions is chosen. */
template <int PACKED> struct spike_packed {
};

template <bool BLOCK, int PACKED, int N>
__device__ __forceinline__ void spike_cr_rows(const struct spike_cr_part &p, const struct spike_cr_beside<N> &beside,
                                              real &growth, spike_packed<PACKED>)
{
    typedef struct spike_team<BLOCK> team;
    struct spike_sides<N> x[PACKED];
    spike_cr_packed<BLOCK, PACKED, N>(p, beside, x, growth);
#pragma unroll
    for (int j = 0; j < PACKED; j++) spike_set(p.m, PACKED * team::rank() + j, x[j]);
    team::wait();
}

template <bool BLOCK, int N>
__device__ __forceinline__ void spike_cr_rows(const struct spike_cr_part &p, const struct spike_cr_beside<N> &beside,
                                              real &growth, spike_packed<0>)
{
    spike_cr_shared<BLOCK, N>(p.m, p.rows, p.pcr, beside.before, beside.behind, growth);
}

/* The values of each row in shared memory, for all threads of the team. */
template <bool BLOCK, int PACKED, int N>
__device__ __forceinline__ void spike_cr_solve(const struct spike_cr_part &p, const struct spike_cr_beside<N> &beside,
                                               real &growth)
{
    spike_cr_load<BLOCK, PACKED>(p);
    spike_cr_rows<BLOCK>(p, beside, growth, spike_packed<PACKED>());
}

/* The largest value of a team, NaN if one is, to all of its threads of the first warp; `m` is overwritten. */
template <bool BLOCK> __device__ __forceinline__ real spike_cr_largest(const struct spike_shared &m, real v)
{
#pragma unroll
    for (int k = 1; k < SPIKE_WARP; k *= 2) v = spike_larger(v, __shfl_xor_sync(~0u, v, k));
    if (!BLOCK) return v;
    __syncthreads();
    if (threadIdx.x % SPIKE_WARP == 0) m.a[threadIdx.x / SPIKE_WARP] = v;
    __syncthreads();
    for (int k = 0; k < SPIKE_CR_THREADS / SPIKE_WARP; k++) v = spike_larger(v, m.a[k]);
    return v;
}
