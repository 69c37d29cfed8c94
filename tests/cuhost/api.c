/* The runtime's calls as the C files of the program make them, and the arguments that each refuses. Exit 0 if all is as
 * expected. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cuda_runtime_api.h>

static int broken;

#define EXPECT(holds) \
    do { \
        if (holds) break; \
        fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds); \
        broken = 1; \
    } while (0)

static void copies(void)
{
    double *x, back[4] = {0}, here[4] = {1, 2, 3, 4};
    void *p;
    EXPECT(cudaMalloc(&p, sizeof here) == cudaSuccess);
    x = p;
    EXPECT(cudaMemcpy(back, x, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(isnan(back[0]) && isnan(back[3]));
    EXPECT(cudaMemcpy(x, here, sizeof here, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(x, x + 2, 2 * sizeof *x, cudaMemcpyDeviceToDevice) == cudaSuccess);
    EXPECT(cudaMemcpyAsync(back, x, sizeof back, cudaMemcpyDefault, NULL) == cudaSuccess);
    EXPECT(back[0] == 3 && back[1] == 4 && back[2] == 3);
    EXPECT(cudaMemset(x + 3, 0, sizeof *x) == cudaSuccess);

    EXPECT(cudaMemcpy(back, x + 1, sizeof back, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(x, back, sizeof back, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(here, back, sizeof back, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemset(x + 3, 0, 2 * sizeof *x) == cudaErrorInvalidValue);
    EXPECT(cudaFree(x + 1) == cudaErrorInvalidValue);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaFree(x) == cudaSuccess && cudaFree(NULL) == cudaSuccess);
    EXPECT(cudaFree(x) == cudaErrorInvalidValue);
}

static void amounts(void)
{
    size_t before, after, total;
    void *p, *q;
    EXPECT(cudaMemGetInfo(&before, &total) == cudaSuccess && before == total);
    EXPECT(cudaMalloc(&p, 1000) == cudaSuccess);
    EXPECT(cudaMemGetInfo(&after, &total) == cudaSuccess && after == before - 1000);
    EXPECT(cudaMalloc(&q, total) == cudaErrorMemoryAllocation && q == NULL);
    EXPECT(cudaMallocHost(&q, 1000) == cudaSuccess && q);
    EXPECT(cudaFreeHost(q) == cudaSuccess && cudaFree(p) == cudaSuccess);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
}

static void streams(void)
{
    cudaStream_t stream;
    cudaEvent_t from, to, untimed;
    float ms = -1;
    EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    EXPECT(cudaEventCreate(&from) == cudaSuccess && cudaEventCreate(&to) == cudaSuccess);
    EXPECT(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
    EXPECT(cudaEventRecord(from, stream) == cudaSuccess);
    EXPECT(cudaEventElapsedTime(&ms, from, to) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaEventRecord(to, stream) == cudaSuccess && cudaEventRecord(untimed, stream) == cudaSuccess);
    EXPECT(cudaStreamWaitEvent(stream, untimed, 0) == cudaSuccess);
    EXPECT(cudaEventSynchronize(to) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess);
    EXPECT(cudaEventElapsedTime(&ms, from, to) == cudaSuccess && ms >= 0 && ms < 1e4f);
    EXPECT(cudaEventElapsedTime(&ms, from, untimed) == cudaErrorInvalidResourceHandle);
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    cudaEventDestroy(untimed);
    EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
    EXPECT(cudaStreamDestroy(NULL) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
}

static void device(void)
{
    struct cudaDeviceProp p;
    int value = -1;
    EXPECT(cudaGetDeviceCount(&value) == cudaSuccess && value == 1);
    EXPECT(cudaSetDevice(0) == cudaSuccess && cudaSetDevice(1) == cudaErrorInvalidDevice);
    EXPECT(cudaGetDevice(&value) == cudaSuccess && value == 0);
    EXPECT(cudaGetDeviceProperties(&p, 0) == cudaSuccess && strcmp(p.name, "cuhost") == 0 && p.warpSize == 32);
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
    EXPECT(value == p.multiProcessorCount && value >= 1);
    EXPECT(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)12345, 0) == cudaErrorInvalidValue);
    EXPECT(cudaRuntimeGetVersion(&value) == cudaSuccess && value == CUDART_VERSION);
    EXPECT(cudaDriverGetVersion(&value) == cudaSuccess && value >= CUDART_VERSION);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
    EXPECT(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
}

int main(void)
{
    copies();
    amounts();
    streams();
    device();
    return broken;
}
