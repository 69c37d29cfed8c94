/* The device: an H100's limits, but a multiprocessor for each resident block. */
#pragma once
#include "tests/cuhost/cuda_runtime_api.h"
#include "tests/cuhost/runtime.h"

namespace cuhost
{
enum {
    BLOCK_THREADS = 1024,
    BLOCK_SHARED_BYTES = 48 << 10,
    BLOCK_SHARED_KIB_ASKED = 227,
    MULTIPROCESSOR_THREADS = 2048,
    MULTIPROCESSOR_SHARED_BYTES = 228 << 10,
    CACHE_BYTES = 50 << 20,
};

/* Would the device take the launch? */
cudaError_t limits_check(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes);
} // namespace cuhost
