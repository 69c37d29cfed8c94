/* Memory that threads of different blocks share: flags, fences and atomics, all relaxed but those that say otherwise,
 * as on the device. Another thread may run before each of them, and only changes of memory are progress. */
#pragma once
#include <stdint.h>
#include <string.h>
#include <type_traits>

#include "tests/cuhost/runtime.h"

inline int ld_acquire(const int *flag, cuhost::site at = cuhost::site::here())
{
    cuhost::yield(at);
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE);
}

inline void st_release(int *flag, int value, cuhost::site at = cuhost::site::here())
{
    cuhost::yield(at);
    __atomic_store_n(flag, value, __ATOMIC_RELEASE);
    cuhost::progress();
}

inline void st_relaxed(int *flag, int value, cuhost::site at = cuhost::site::here())
{
    cuhost::yield(at);
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
    cuhost::progress();
}

inline void __threadfence()
{
    cuhost::fence();
}

inline void __threadfence_block()
{
    cuhost::fence();
}

inline void __nanosleep(unsigned, cuhost::site at = cuhost::site::here())
{
    cuhost::yield(at);
}

[[noreturn]] inline void __trap(cuhost::site at = cuhost::site::here())
{
    cuhost::trap(at);
}

/* The copy is done at once: a missing wait is not detected. */
inline void copy_async(void *to, const void *from, cuhost::site at = cuhost::site::here())
{
    if (reinterpret_cast<uintptr_t>(to) % 16 || reinterpret_cast<uintptr_t>(from) % 16) cuhost::trap(at);
    memcpy(to, from, 16);
}

inline void copy_async_wait()
{
}

namespace cuhost
{
/* *p becomes change(*p); returns what it was. Through an integer, since floats have no atomic operations. */
template <class T, class F> T atomic_change(T *p, F change, site at)
{
    using bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    static_assert(sizeof(T) == sizeof(bits), "atomics are of 4 or 8 bytes");
    yield(at);
    bits *const word = reinterpret_cast<bits *>(p);
    bits before = __atomic_load_n(word, __ATOMIC_RELAXED), after;
    T value, changed;
    do {
        memcpy(&value, &before, sizeof value);
        changed = change(value);
        memcpy(&after, &changed, sizeof after);
    } while (!__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    if (after != before) progress();
    return value;
}

template <class T> using same = std::common_type_t<T>; /* not deduced: atomicAdd(&count, 1) fits any count */
} // namespace cuhost

template <class T> T atomicAdd(T *p, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    return cuhost::atomic_change(
        p, [=](T old) { return old + value; }, at);
}

template <class T> T atomicMax(T *p, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    static_assert(std::is_integral_v<T>, "the device has atomicMax for integers");
    return cuhost::atomic_change(
        p, [=](T old) { return old > value ? old : value; }, at);
}

template <class T> T atomicMin(T *p, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    static_assert(std::is_integral_v<T>, "the device has atomicMin for integers");
    return cuhost::atomic_change(
        p, [=](T old) { return old < value ? old : value; }, at);
}

template <class T> T atomicOr(T *p, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    return cuhost::atomic_change(
        p, [=](T old) { return old | value; }, at);
}

template <class T> T atomicExch(T *p, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    return cuhost::atomic_change(
        p, [=](T) { return value; }, at);
}

template <class T>
T atomicCAS(T *p, cuhost::same<T> expected, cuhost::same<T> value, cuhost::site at = cuhost::site::here())
{
    static_assert(std::is_integral_v<T>, "the device has atomicCAS for integers");
    return cuhost::atomic_change(
        p, [=](T old) { return old == expected ? value : old; }, at);
}
