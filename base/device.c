/* A build with CUDA: the runtime, wrapped so that every fault becomes a status with one sentence. */
#include "base/device.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdio.h>

#include "base/timer.h"

static struct traffic moved;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static enum status check(cudaError_t e, const char *what)
{
    if (e == cudaSuccess) return ST_OK;
    return fail(ST_DEVICE, "%s: %s (CUDA error %d)", what, cudaGetErrorString(e), (int)e);
}

/* On a machine without a driver the count is left as it was. */
static cudaError_t found;
static int devices;

static void probe(void)
{
    found = cudaGetDeviceCount(&devices);
    if (found != cudaSuccess) devices = 0;
}

enum status device_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, probe);
    TRY(check(found, "no GPU"));
    return devices ? ST_OK : fail(ST_DEVICE, "no GPU: the driver shows none");
}

enum status device_exec(struct exec *out, int threads)
{
    cudaStream_t stream = NULL;
    *out = exec_host(threads);
    TRY(device_ready());
    TRY(check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "no stream"));
    out->space = DEVICE;
    out->stream = stream;
    return ST_OK;
}

void device_exec_end(struct exec *exec)
{
    if (exec->stream) cudaStreamDestroy(exec->stream);
    exec->stream = NULL;
}

static enum status zeroed(void **out, size_t bytes, const char *what)
{
    TRY(check(cudaMalloc(out, bytes), what));
    TRY(check(cudaMemset(*out, 0, bytes), what));
    return check(cudaDeviceSynchronize(), what);
}

enum status device_alloc(void **out, int64_t bytes)
{
    char what[96];
    void *p = NULL;
    *out = NULL;
    TRY(device_ready());
    snprintf(what, sizeof what, "no device memory for %.3g MB", (double)bytes / 1e6);
    if (zeroed(&p, bytes > 0 ? (size_t)bytes : 1, what) != ST_OK) {
        cudaGetLastError(); /* it would be found again by the next check of a launch */
        cudaFree(p);
        return ST_NOMEM;
    }
    *out = p;
    return ST_OK;
}

void device_free(void *p)
{
    cudaFree(p);
}

static void record(enum space to, enum space from, int64_t bytes, double seconds)
{
    if (to == from) return;
    const int way = to == DEVICE ? 0 : 1;
    pthread_mutex_lock(&lock);
    moved.bytes[way] += bytes;
    moved.seconds[way] += seconds;
    pthread_mutex_unlock(&lock);
}

enum status device_copy(void *to, enum space to_space, const void *from, enum space from_space, int64_t bytes,
                        const struct exec *exec)
{
    static const enum cudaMemcpyKind kinds[SPACE_COUNT][SPACE_COUNT] = {
        [HOST] = {[HOST] = cudaMemcpyHostToHost, [DEVICE] = cudaMemcpyDeviceToHost},
        [DEVICE] = {[HOST] = cudaMemcpyHostToDevice, [DEVICE] = cudaMemcpyDeviceToDevice}};
    if (bytes == 0) return ST_OK;
    TRY(device_wait(exec)); /* so that the seconds are those of the copy */
    const double began = seconds_now();
    TRY(check(cudaMemcpyAsync(to, from, (size_t)bytes, kinds[to_space][from_space], exec->stream), "a copy failed"));
    TRY(device_wait(exec));
    record(to_space, from_space, bytes, seconds_now() - began);
    return ST_OK;
}

enum status device_wait(const struct exec *exec)
{
    TRY(check(cudaGetLastError(), "a kernel could not be started"));
    return check(cudaStreamSynchronize(exec->stream), "a kernel failed");
}

struct traffic device_traffic(void)
{
    pthread_mutex_lock(&lock);
    const struct traffic t = moved;
    pthread_mutex_unlock(&lock);
    return t;
}

void device_traffic_reset(void)
{
    pthread_mutex_lock(&lock);
    moved = (struct traffic){0};
    pthread_mutex_unlock(&lock);
}

void device_describe(char *out, int64_t size)
{
    struct cudaDeviceProp p;
    int driver = 0, runtime = 0;
    if (device_ready() != ST_OK || check(cudaGetDeviceProperties(&p, 0), "no properties") != ST_OK) {
        snprintf(out, (size_t)size, "%s", fail_text());
        return;
    }
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    snprintf(out, (size_t)size, "%s, compute capability %d.%d, %.1f GB, driver %d.%d, runtime %d.%d", p.name, p.major,
             p.minor, 1e-9 * (double)p.totalGlobalMem, driver / 1000, driver % 1000 / 10, runtime / 1000,
             runtime % 1000 / 10);
}

/* Seconds of one copy, by events. */
static enum status copy_seconds(void *to, const void *from, size_t bytes, cudaEvent_t event[2], double *out)
{
    float ms = 0;
    TRY(check(cudaEventRecord(event[0], NULL), "no event"));
    TRY(check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, NULL), "a copy failed"));
    TRY(check(cudaEventRecord(event[1], NULL), "no event"));
    TRY(check(cudaEventSynchronize(event[1]), "a copy failed"));
    TRY(check(cudaEventElapsedTime(&ms, event[0], event[1]), "no event"));
    *out = 1e-3 * (double)ms;
    return ST_OK;
}

static enum status best_copy(void *block[2], size_t bytes, cudaEvent_t event[2], double *gb_s)
{
    enum { TIMES = 10 };
    for (int t = 0; t < TIMES; t++) {
        double seconds;
        TRY(copy_seconds(block[t % 2], block[1 - t % 2], bytes, event, &seconds));
        const double rate = 2e-9 * (double)bytes / seconds;
        if (rate > *gb_s) *gb_s = rate;
    }
    return ST_OK;
}

enum status device_bandwidth(double *gb_s)
{
    const int64_t bytes = (int64_t)1 << 30;
    void *block[2] = {NULL, NULL};
    cudaEvent_t event[2] = {NULL, NULL};
    *gb_s = 0;
    enum status s = device_alloc(&block[0], bytes);
    if (s == ST_OK) s = device_alloc(&block[1], bytes);
    for (int e = 0; e < 2 && s == ST_OK; e++) s = check(cudaEventCreate(&event[e]), "no event");
    if (s == ST_OK) s = best_copy(block, (size_t)bytes, event, gb_s);
    for (int e = 0; e < 2; e++) {
        if (event[e]) cudaEventDestroy(event[e]);
        device_free(block[e]);
    }
    return s;
}
