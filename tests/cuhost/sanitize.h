/* Notes of the runtime to the sanitizers, empty in a plain build. The thread sanitizer must see only CUDA's
 * synchronization: under it (CUHOST_TSAN) the runtime itself is compiled without -fsanitize=thread, and its containers
 * hold only types of its own, since the linker would merge std::vector<int> with an instrumented one. */
#pragma once
#include <stddef.h>

#ifdef __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif
#ifdef CUHOST_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace cuhost
{
/* From now on no code may touch, or code may touch again, these bytes. */
inline void memory_hide([[maybe_unused]] void *p, [[maybe_unused]] size_t bytes)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_poison_memory_region(p, bytes);
#endif
}

inline void memory_show([[maybe_unused]] void *p, [[maybe_unused]] size_t bytes)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region(p, bytes);
#endif
}

/* Operations before the release of an edge come before those after its acquisition. */
inline void edge_release([[maybe_unused]] void *edge)
{
#ifdef CUHOST_TSAN
    __tsan_release(edge);
#endif
}

inline void edge_acquire([[maybe_unused]] void *edge)
{
#ifdef CUHOST_TSAN
    __tsan_acquire(edge);
#endif
}
} // namespace cuhost
