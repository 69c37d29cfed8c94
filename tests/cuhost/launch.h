/* The words of base/device/gpu.h for launches and shared memory. */
#pragma once
#include <tuple>
#include <type_traits>

#include "tests/cuhost/runtime.h"

#define LAUNCH(kernel, blocks, threads, shared_bytes, stream, ...) \
    cuhost::launch(kernel, (blocks), (threads), (shared_bytes), (stream)__VA_OPT__(, ) __VA_ARGS__)

/* A reference, so that -fsanitize=bounds knows the size. */
#define LAUNCH_TOGETHER(kernel, blocks, threads, shared_bytes, stream, ...) \
    cuhost::launch_together(kernel, (blocks), (threads), (shared_bytes), (stream)__VA_OPT__(, ) __VA_ARGS__)

#define SHARED_ARRAY(T, name, n) \
    static char name##_key; \
    T(&name)[n] = *static_cast<T(*)[n]>(cuhost::shared_static(&name##_key, sizeof(T[n]), cuhost::site::here()))

#define SHARED_DYN(T, name) T *const name = static_cast<T *>(cuhost::shared_dynamic(cuhost::site::here()))

namespace cuhost
{
/* As on the device, arguments are converted and copied once, at the launch. */
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 blocks, dim3 threads, size_t shared_bytes, const void *, A &&...arguments)
{
    struct call {
        void (*kernel)(P...);
        std::tuple<P...> arguments;
    } call{kernel, std::tuple<P...>(static_cast<P>(arguments)...)};
    run(
        reinterpret_cast<const void *>(kernel), blocks, threads, shared_bytes,
        [](void *p) {
            const auto *c = static_cast<const struct call *>(p);
            std::apply(c->kernel, c->arguments);
        },
        &call);
}

template <class... P, class... A>
cudaError_t launch_together(void (*kernel)(P...), dim3 blocks, dim3 threads, size_t shared_bytes, const void *stream,
                            A &&...arguments)
{
    if (!fit_together(reinterpret_cast<const void *>(kernel), blocks, threads, shared_bytes))
        return cudaErrorCooperativeLaunchTooLarge;
    launch(kernel, blocks, threads, shared_bytes, stream, arguments...);
    return cudaPeekAtLastError();
}
} // namespace cuhost
