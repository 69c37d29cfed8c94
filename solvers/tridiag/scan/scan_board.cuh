/* The messages of blocks to those after them in the direction of a scan: the map of each block, of each 32, and the
 * state after each 1024. A block reads the maps of the blocks in front among its 32, those of the 32s in front among
 * its 1024, and the state in front of these. Which maps are combined in which order depends on the place of a block
 * alone, so that all bits are the same whoever comes first.
 *
 * A message is one line of memory, value and flag: who sees the flag by ld_acquire sees the value that was written
 * before st_release. Blocks take their places by tickets, and publish before they wait, and wait for places in front
 * alone: so the first of those that run never waits, whatever the order in which they are started. L.-W. Chang, thesis,
 * Illinois, 2014, section 4.2.1, where the flag is in the same request of memory. */
#pragma once
#include "solvers/tridiag/scan/scan_maps.cuh"

enum { FAN = SCAN_WARP, FAN_TWICE = FAN * FAN };

template <class T> struct alignas(64) message {
    T value;
    int ready;
};

/* The messages of one scan: each array has that many for each system. */
template <class Scan> struct board {
    int64_t blocks, groups, states;
    struct message<typename Scan::map> *block, *group;
    struct message<typename Scan::state> *state;
};

template <class T> __device__ __forceinline__ void publish(struct message<T> &m, const T &value)
{
    m.value = value;
    st_release(&m.ready, 1);
}

template <class T> __device__ __forceinline__ T await(const struct message<T> &m)
{
    while (!ld_acquire(&m.ready)) __nanosleep(32);
    return m.value;
}

/* `count` maps, 1 ... 32, in order, joined by a warp as a tree; all lanes return it. */
template <class Scan>
__device__ __forceinline__ typename Scan::map join(const struct message<typename Scan::map> *from, int count)
{
    const int lane = threadIdx.x % SCAN_WARP;
    typename Scan::map m = lane < count ? await(from[lane]) : Scan::none();
    __syncwarp();
#pragma unroll 1
    for (int apart = 1; apart < FAN; apart *= 2) {
        const typename Scan::map then = of_lane(m, min(lane + apart, SCAN_WARP - 1));
        if (lane % (2 * apart) == 0 && lane + apart < count) m = follow(m, then);
    }
    return of_lane(m, 0);
}

/* The state in front of place p of system s. By a warp. */
template <class Scan>
__device__ __forceinline__ typename Scan::state state_before(const struct board<Scan> &k, int64_t s, int64_t p)
{
    const int64_t group = p / FAN, twice = p / FAN_TWICE;
    typename Scan::state v = await(k.state[s * k.states + twice]);
    const int groups = (int)(group % FAN), blocks = (int)(p % FAN);
    if (groups > 0) v = apply(join<Scan>(k.group + s * k.groups + group - groups, groups), v);
    if (blocks > 0) v = apply(join<Scan>(k.block + s * k.blocks + p - blocks, blocks), v);
    return v;
}

/* Publishes the maps that place p completes: the last of 32 places publishes that of all 32, the last of 1024 the state
 * after them. Called by a warp. */
template <class Scan> __device__ __forceinline__ void publish_groups(const struct board<Scan> &k, int64_t s, int64_t p)
{
    const bool first = threadIdx.x % SCAN_WARP == 0;
    if (p % FAN != FAN - 1) return;
    const typename Scan::map all = join<Scan>(k.block + s * k.blocks + p - (FAN - 1), FAN);
    if (first) publish(k.group[s * k.groups + p / FAN], all);
    if (p % FAN_TWICE != FAN_TWICE - 1) return;
    __syncwarp();
    const typename Scan::map more = join<Scan>(k.group + s * k.groups + p / FAN - (FAN - 1), FAN);
    const typename Scan::state v = apply(more, await(k.state[s * k.states + p / FAN_TWICE]));
    if (first) publish(k.state[s * k.states + p / FAN_TWICE + 1], v);
}

/* All that publish_groups would, after a kernel whose blocks have published only their maps. One block per system. */
template <class Scan> static __global__ void carry(struct board<Scan> k, struct scan_cut cut, struct shape shape)
{
    const int64_t s = blockIdx.x, places = scan_blocks(shape_rows(&shape, s), cut.threads);
    const int64_t warp = threadIdx.x / SCAN_WARP, warps = blockDim.x / SCAN_WARP;
    const bool first = threadIdx.x % SCAN_WARP == 0;
    for (int64_t group = warp; group < places / FAN; group += warps) {
        const typename Scan::map all = join<Scan>(k.block + s * k.blocks + group * FAN, FAN);
        if (first) publish(k.group[s * k.groups + group], all);
    }
    __syncthreads();
    for (int64_t twice = 0; warp == 0 && twice < places / FAN_TWICE; twice++) {
        const typename Scan::map all = join<Scan>(k.group + s * k.groups + twice * FAN, FAN);
        const typename Scan::state v = apply(all, await(k.state[s * k.states + twice]));
        if (first) publish(k.state[s * k.states + twice + 1], v);
        __syncwarp();
    }
}

/* Takes all messages back, and sets the state that each system begins with. */
template <class Scan> static __global__ void reset(struct board<Scan> k, int64_t batch)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * k.blocks) k.block[i].ready = 0;
    if (i < batch * k.groups) k.group[i].ready = 0;
    if (i >= batch * k.states) return;
    k.state[i].ready = i % k.states == 0;
    if (i % k.states == 0) k.state[i].value = Scan::begin();
}
