/* Parallel cyclic reduction as a stream through registers: `lanes` = 2^K neighbouring lanes walk down a system
 * together, in each step of the walk one row per lane, and K steps of the reduction follow one another meanwhile, each
 * a step of the walk later than the one before. A row's neighbours are in the next lanes, or in those at the other end
 * a step earlier or later. */
#pragma once
#include "solvers/tridiag/reduction/normalized_row.cuh"

/* The rows that a step of the reduction holds: its last one, and the one that waits for its right neighbour. */
template <int K> struct cascade {
    struct unit_row last[K ? K : 1], here[K ? K : 1];
};

/* Takes the next row of each lane, row t * lanes + lane in step t of the walk; gives the one K steps before, which is
 * coupled only to those of its own lane. Rows before the first are zeros, as rows after the last have to be. To be
 * called by all lanes of the warp. */
template <int K>
__device__ __forceinline__ struct unit_row cascade_push(struct cascade<K> &w, struct unit_row next, int lane)
{
    constexpr int lanes = 1 << K;
#pragma unroll
    for (int step = 0; step < K; step++) {
        const int k = 1 << step;
        const struct unit_row here = w.here[step];
        const struct unit_row left = unit_row_shuffle(lane + k < lanes ? here : w.last[step], lane - k, lanes);
        const struct unit_row right = unit_row_shuffle(lane >= k ? here : next, lane + k, lanes);
        w.last[step] = here;
        w.here[step] = next;
        next = unit_row_freed(left, here, right);
    }
    return next;
}
