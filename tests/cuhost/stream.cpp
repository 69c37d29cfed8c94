/* Streams and events. Work is done when it is queued, so waiting is over at once. */
#include <time.h>

#include "tests/cuhost/fault.h"

struct CUstream_st {
    unsigned flags;
};

struct CUevent_st {
    bool timed, recorded;
    double ms;
};

using namespace cuhost;

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    *stream = new CUstream_st{flags};
    return verdict();
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!stream) return refuse(cudaErrorInvalidResourceHandle, "cudaStreamDestroy: the default stream stays");
    delete stream;
    return verdict();
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return verdict();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned)
{
    return event ? verdict() : refuse(cudaErrorInvalidResourceHandle, "cudaStreamWaitEvent: no event");
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t)
{
    return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemsetAsync(void *p, int byte, size_t bytes, cudaStream_t)
{
    return cudaMemset(p, byte, bytes);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    *event = new CUevent_st{!(flags & cudaEventDisableTiming), false, 0};
    return verdict();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    event->recorded = true;
    event->ms = 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
    return verdict();
}

cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return verdict();
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    if (!from->timed || !to->timed || !from->recorded || !to->recorded)
        return refuse(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime: an event that has no time");
    *ms = static_cast<float>(to->ms - from->ms);
    return verdict();
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return verdict();
}
