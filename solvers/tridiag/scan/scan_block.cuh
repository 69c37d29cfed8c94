/* A scan over the maps of the threads of a block, and states that threads agree on.
 *
 * Within a warp: group structure, eight lanes one after the other, in parallel with other eights, and these one after
 * the other; or tree structure, by doubling (P. M. Kogge, H. S. Stone, IEEE Trans. Comput. 22, 1973). Warps are joined
 * by doubling. L.-W. Chang, thesis, Illinois, 2014, section 4.1.2. */
#pragma once
#include "solvers/tridiag/scan/scan_maps.cuh"

enum { SCAN_WARPS = SCAN_THREADS / SCAN_WARP, SCAN_EIGHT = 8, SETTLE_ROUNDS = 16 };

/* The rank of a thread in the direction of a scan, among so many. */
template <class Scan> __device__ __forceinline__ int rank_of(int thread, int threads)
{
    return Scan::UP ? threads - 1 - thread : thread;
}

/* Maps of all lanes up to this one. */
template <class Scan> __device__ __forceinline__ typename Scan::map warp_scan(typename Scan::map own, bool tree)
{
    const int rank = rank_of<Scan>(threadIdx.x % SCAN_WARP, SCAN_WARP);
    const auto before = [&](int of) { return of_lane(own, rank_of<Scan>(max(of, 0), SCAN_WARP)); };
    if (tree) {
#pragma unroll 1
        for (int apart = 1; apart < SCAN_WARP; apart *= 2) {
            const typename Scan::map first = before(rank - apart);
            if (rank >= apart) own = follow(first, own);
        }
        return own;
    }
#pragma unroll 1
    for (int step = 1; step < SCAN_EIGHT; step++) {
        const typename Scan::map first = before(rank - 1);
        if (rank % SCAN_EIGHT == step) own = follow(first, own);
    }
#pragma unroll 1
    for (int eight = 1; eight < SCAN_WARP / SCAN_EIGHT; eight++) {
        const typename Scan::map first = before(eight * SCAN_EIGHT - 1);
        if (rank / SCAN_EIGHT == eight) own = follow(first, own);
    }
    return own;
}

/* The map of all threads in front of this one; `of_warp`: SCAN_WARPS in shared memory. */
template <class Scan>
__device__ __forceinline__ typename Scan::map block_scan(const typename Scan::map &own, bool tree,
                                                         typename Scan::map *of_warp)
{
    const int warps = blockDim.x / SCAN_WARP, lane = threadIdx.x % SCAN_WARP, rank = rank_of<Scan>(lane, SCAN_WARP);
    const int warp = rank_of<Scan>(threadIdx.x / SCAN_WARP, warps);
    const typename Scan::map all = warp_scan<Scan>(own, tree);
    if (rank == SCAN_WARP - 1) of_warp[warp] = all;
    __syncthreads();
    typename Scan::map total = of_warp[min(lane, warps - 1)];
#pragma unroll 1
    for (int apart = 1; apart < warps; apart *= 2) {
        const typename Scan::map first = of_lane(total, max(lane - apart, 0));
        if (lane >= apart) total = follow(first, total);
    }
    total = of_lane(total, max(warp - 1, 0));
    typename Scan::map front = of_lane(all, rank_of<Scan>(max(rank - 1, 0), SCAN_WARP));
    if (rank == 0) front = Scan::none();
    __syncthreads();
    return warp > 0 ? follow(total, front) : front;
}

/* A scan adds what rows make of different states. Where the sum cancels, the state that enters a thread differs by more
 * than rounding from the one that leaves the thread in front row by row: it is then replaced by that, until all agree,
 * or for so many rounds. `leaves`: blockDim.x states in shared memory. */
template <class Scan, class Exit, class Agree>
__device__ __forceinline__ typename Scan::state settle(typename Scan::state enters, typename Scan::state *leaves,
                                                       Exit exit, Agree agree)
{
    const int rank = rank_of<Scan>(threadIdx.x, blockDim.x), front = (int)threadIdx.x + (Scan::UP ? 1 : -1);
    int again = 1;
#pragma unroll 1
    for (int round = 0; round < SETTLE_ROUNDS && again; round++) {
        leaves[threadIdx.x] = exit(enters);
        __syncthreads();
        const typename Scan::state found = leaves[rank > 0 ? front : (int)threadIdx.x];
        again = rank > 0 && !agree(enters, found);
        if (again) enters = found;
        again = __syncthreads_or(again);
    }
    return enters;
}
