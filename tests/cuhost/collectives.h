/* Collective operations of the threads of a block or of a warp. */
#pragma once
#include <string.h>

#include "tests/cuhost/runtime.h"

inline void __syncthreads(cuhost::site at = cuhost::site::here())
{
    cuhost::block_barrier(false, at);
}

inline int __syncthreads_count(int vote, cuhost::site at = cuhost::site::here())
{
    return static_cast<int>(cuhost::block_barrier(vote != 0, at));
}

inline int __syncthreads_or(int vote, cuhost::site at = cuhost::site::here())
{
    return cuhost::block_barrier(vote != 0, at) != 0;
}

inline int __syncthreads_and(int vote, cuhost::site at = cuhost::site::here())
{
    return cuhost::block_barrier(vote == 0, at) == 0;
}

inline void __syncwarp(unsigned mask = ~0u, cuhost::site at = cuhost::site::here())
{
    cuhost::warp_exchange(cuhost::exchange::sync, mask, 0, 0, 32, at);
}

inline unsigned __ballot_sync(unsigned mask, int vote, cuhost::site at = cuhost::site::here())
{
    return static_cast<unsigned>(cuhost::warp_exchange(cuhost::exchange::ballot, mask, vote != 0, 0, 32, at));
}

inline int __any_sync(unsigned mask, int vote, cuhost::site at = cuhost::site::here())
{
    return __ballot_sync(mask, vote, at) != 0;
}

inline int __all_sync(unsigned mask, int vote, cuhost::site at = cuhost::site::here())
{
    return __ballot_sync(mask, !vote, at) == 0;
}

namespace cuhost
{
template <class T> T shuffle(exchange kind, unsigned mask, T value, int parameter, int width, site at)
{
    static_assert(sizeof value == 4 || sizeof value == 8, "a shuffle moves 4 or 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = warp_exchange(kind, mask, bits, parameter, width, at);
    memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace cuhost

template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32, cuhost::site at = cuhost::site::here())
{
    return cuhost::shuffle(cuhost::exchange::shuffle, mask, value, lane, width, at);
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32, cuhost::site at = cuhost::site::here())
{
    return cuhost::shuffle(cuhost::exchange::up, mask, value, static_cast<int>(by), width, at);
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32, cuhost::site at = cuhost::site::here())
{
    return cuhost::shuffle(cuhost::exchange::down, mask, value, static_cast<int>(by), width, at);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32, cuhost::site at = cuhost::site::here())
{
    return cuhost::shuffle(cuhost::exchange::butterfly, mask, value, with, width, at);
}
