/* Reports of faults: each is printed to stderr in one sentence, and once. */
#pragma once
#include "tests/cuhost/cuda_runtime_api.h"
#include "tests/cuhost/runtime.h"

namespace cuhost
{
/* Device code went wrong: as on a GPU, all later calls return cudaErrorLaunchFailure. */
[[gnu::format(printf, 2, 3)]] void fault(site at, const char *format, ...);

/* No thread of the launch can ever go on: all later calls return cudaErrorLaunchTimeout. */
void fault_stuck();

/* A call of the runtime cannot be carried out; returns the error that it is to return. */
[[gnu::format(printf, 2, 3)]] cudaError_t refuse(cudaError_t error, const char *format, ...);

/* The same without a sentence, for what is the world's fault and not the caller's. */
cudaError_t failed(cudaError_t error);

/* The value that a successful call returns. */
cudaError_t verdict();
} // namespace cuhost
