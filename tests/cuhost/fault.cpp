/* Reports faults of device code and of calls, each once, and keeps the error codes of the runtime. */
#include "tests/cuhost/fault.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <vector>

#include "tests/cuhost/schedule.h"

namespace cuhost
{
namespace
{
struct report {
    const char *format;
    site at;
};
std::vector<report> already;
cudaError_t broken = cudaSuccess;            /* stays */
thread_local cudaError_t last = cudaSuccess; /* until asked for, by this thread of the host */

bool first_time(const char *format, site at)
{
    for (const report &t : already)
        if (strcmp(t.format, format) == 0 && strcmp(t.at.file, at.file) == 0 && t.at.line == at.line) return false;
    already.push_back({format, at});
    return true;
}

struct name {
    cudaError_t error;
    const char *name, *text;
};
const name names[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
};

const name *find(cudaError_t error)
{
    for (const name &n : names)
        if (n.error == error) return &n;
    return nullptr;
}
} // namespace

void fault(site at, const char *format, ...)
{
    broken = cudaErrorLaunchFailure;
    if (!first_time(format, at)) return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "cuhost: %s:%d: ", at.file, at.line);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (place) {
        const uint3 b = place->block, t = place->thread;
        fprintf(stderr, " (block %u,%u,%u thread %u,%u,%u)", b.x, b.y, b.z, t.x, t.y, t.z);
    }
    fprintf(stderr, "; CUHOST_SEED=%" PRIu64 "\n", schedule_seed());
}

void fault_stuck()
{
    broken = cudaErrorLaunchTimeout;
}

cudaError_t refuse(cudaError_t error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("cuhost: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return failed(error);
}

cudaError_t failed(cudaError_t error)
{
    last = error;
    return error;
}

cudaError_t verdict()
{
    return broken;
}
} // namespace cuhost

cudaError_t cudaPeekAtLastError()
{
    return cuhost::broken ? cuhost::broken : cuhost::last;
}

cudaError_t cudaGetLastError()
{
    const cudaError_t error = cudaPeekAtLastError();
    cuhost::last = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    const cuhost::name *const n = cuhost::find(error);
    return n ? n->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    const cuhost::name *const n = cuhost::find(error);
    return n ? n->text : "unrecognized error code";
}
