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

/* A call of the runtime cannot be carried out; returns the error that the call must return. */
[[gnu::format(printf, 2, 3)]] cudaError_t refuse(cudaError_t error, const char *format, ...);

/* As above, without a message, for failures of the environment rather than of the caller. */
cudaError_t failed(cudaError_t error);

/* The value that a successful call returns. */
cudaError_t verdict();
} // namespace cuhost
