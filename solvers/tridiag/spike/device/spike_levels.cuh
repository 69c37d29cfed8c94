/* The reduced system on the device: blocks are joined in runs (spike_join.h), level by level, until one is left of each
 * system; then the pairs of unknowns between them are found, from the last level to the first. A run has RUN blocks,
 * which a thread joins one after the other: 2 for block cyclic reduction, more for block elimination within runs. A
 * thread block has some levels of some systems, or of a part of one; of longer systems the next kernel joins what these
 * leave. Blocks are joined in place: the run that begins with block f of `length` partitions leaves it as one of RUN
 * length. */
#pragma once
#include "solvers/tridiag/spike/device/spike_cut.cuh"

enum { SPIKE_JOINERS = 64 /* threads of a block */ };

/* The sizes of parts: `span` partitions of a system per part, and so many threads per part. Parts begin with blocks of
 * `length`. */
struct spike_part_sizes {
    int64_t length, span, parts;
    int threads;
};

/* This thread's part: of system s, partitions from ... to - 1, blocks of which it is thread `rank`. */
struct spike_joins {
    int64_t s, from, to;
    int rank;
};

__device__ __forceinline__ struct spike_joins spike_joins_here(const struct spike_cut &k, const struct device_batch &g,
                                                               const struct spike_part_sizes &z)
{
    const int64_t unit = ((int64_t)blockIdx.x * SPIKE_JOINERS + threadIdx.x) / z.threads, s = unit / z.parts;
    struct spike_joins w = {s, 0, 0, (int)threadIdx.x % z.threads};
    if (s >= g.shape.batch) return w;
    const int64_t count = spike_count(k, shape_rows(&g.shape, s));
    w.from = unit % z.parts * z.span, w.to = min(w.from + z.span, count);
    return w;
}

template <int RUN>
__device__ __forceinline__ void spike_join_run(const struct spike_cut &k, int64_t at, int64_t f, int64_t length,
                                               int64_t to)
{
    struct spike_block left = k.block[at + f];
#pragma unroll 1
    for (int64_t p = f + length; p < to && p < f + RUN * length; p += length) {
        const struct spike_block right = k.block[at + p];
        left = spike_join(&left, &right, &k.between[at + p]);
    }
    k.block[at + f] = left;
}

/* Pairs within a run from those at its ends, from the last. */
template <int RUN>
__device__ __forceinline__ void spike_part_run(const struct spike_cut &k, int64_t s, int64_t f, int64_t length,
                                               int64_t to)
{
    struct spike_pair *const pair = spike_pairs(k, s);
    const int64_t end = min(to, f + RUN * length);
    const struct spike_pair before = pair[f];
    struct spike_pair behind = pair[end];
#pragma unroll 1
    for (int64_t p = f + (end - 1 - f) / length * length; p > f; p -= length)
        pair[p] = behind = spike_between(&k.between[s * k.count + p], before, behind);
}

/* Levels of a thread block, upwards. */
template <int RUN>
__device__ __forceinline__ void spike_join_levels(const struct spike_cut &k, const struct spike_joins &w,
                                                  const struct spike_part_sizes &z)
{
    for (int64_t length = z.length; length < z.span; length *= RUN) {
        const int64_t f = w.from + w.rank * RUN * length;
        if (f + length < w.to) spike_join_run<RUN>(k, w.s * k.count, f, length, w.to);
        __syncthreads();
    }
}

template <int RUN>
__device__ __forceinline__ void spike_part_levels(const struct spike_cut &k, const struct spike_joins &w,
                                                  const struct spike_part_sizes &z)
{
    int64_t length = z.length;
    while (length < z.span) length *= RUN;
    for (length /= RUN; length >= z.length; length /= RUN) {
        const int64_t f = w.from + w.rank * RUN * length;
        if (f + length < w.to) spike_part_run<RUN>(k, w.s, f, length, w.to);
        __syncthreads();
    }
}
