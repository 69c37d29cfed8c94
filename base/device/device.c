/* The CUDA runtime, wrapped so that every fault becomes a status with one sentence. */
#include "base/device/device.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdio.h>

#include "base/timer.h"

static struct traffic moved;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static enum status check(cudaError_t e, const char *what)
{
    if (e == cudaSuccess) return ST_OK;
    cudaGetLastError(); /* else the next check of a launch would find it again */
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
    if (found == cudaErrorInsufficientDriver)
        return fail(ST_DEVICE, "no GPU: no NVIDIA driver, or one too old for CUDA %d", CUDART_VERSION / 1000);
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
    const int direction = to == DEVICE ? 0 : 1;
    pthread_mutex_lock(&lock);
    moved.bytes[direction] += bytes;
    moved.seconds[direction] += seconds;
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

enum status device_copy_within(void *to, const void *from, int64_t bytes, const struct exec *exec)
{
    return check(cudaMemcpyAsync(to, from, (size_t)bytes, cudaMemcpyDeviceToDevice, exec->stream), "a copy failed");
}

enum status device_wait(const struct exec *exec)
{
    TRY(check(cudaGetLastError(), "a kernel could not be started"));
    return check(cudaStreamSynchronize(exec->stream), "a kernel failed");
}

static enum status between(cudaEvent_t event[2], const struct exec *exec, enum status (*work)(void *), void *context,
                           double *seconds)
{
    float ms = 0;
    TRY(check(cudaEventRecord(event[0], exec->stream), "no event"));
    TRY(work(context));
    TRY(check(cudaEventRecord(event[1], exec->stream), "no event"));
    TRY(device_wait(exec));
    TRY(check(cudaEventElapsedTime(&ms, event[0], event[1]), "no event"));
    *seconds = 1e-3 * (double)ms;
    return ST_OK;
}

enum status device_seconds(double *seconds, const struct exec *exec, enum status (*work)(void *context), void *context)
{
    cudaEvent_t event[2] = {NULL, NULL};
    enum status s = ST_OK;
    *seconds = 0;
    for (int e = 0; e < 2 && s == ST_OK; e++) s = check(cudaEventCreate(&event[e]), "no event");
    if (s == ST_OK) s = between(event, exec, work, context, seconds);
    for (int e = 0; e < 2; e++)
        if (event[e]) cudaEventDestroy(event[e]);
    return s;
}

int64_t device_memory_bytes(void)
{
    size_t unused, total = 0;
    if (device_ready() != ST_OK || cudaMemGetInfo(&unused, &total) != cudaSuccess) return 0;
    return (int64_t)total;
}

int64_t device_block_bytes(void)
{
    int device, max = 0;
    if (device_ready() == ST_OK && cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&max, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) == cudaSuccess)
        return max;
    cudaGetLastError();
    return 0;
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

/* A copy within the device, from one block to the other. */
struct blocks {
    void *v[2];
    size_t bytes;
};

static enum status copy_block(void *context)
{
    const struct blocks *const b = context;
    return check(cudaMemcpyAsync(b->v[0], b->v[1], b->bytes, cudaMemcpyDeviceToDevice, NULL), "a copy failed");
}

static enum status best_copy(struct blocks *b, double *gb_s)
{
    enum { TIMES = 10 };
    const struct exec exec = {.space = DEVICE, .threads = 1};
    for (int t = 0; t < TIMES; t++) {
        double seconds;
        TRY(device_seconds(&seconds, &exec, copy_block, b));
        const double rate = 2e-9 * (double)b->bytes / seconds;
        if (rate > *gb_s) *gb_s = rate;
    }
    return ST_OK;
}

enum status device_bandwidth(double *gb_s)
{
    struct cudaDeviceProp p;
    *gb_s = 0;
    TRY(device_ready());
    TRY(check(cudaGetDeviceProperties(&p, 0), "no properties"));
    const size_t max = (size_t)1 << 30, part = p.totalGlobalMem / 64;
    struct blocks b = {.bytes = part < max ? part : max};
    enum status s = device_alloc(&b.v[0], (int64_t)b.bytes);
    if (s == ST_OK) s = device_alloc(&b.v[1], (int64_t)b.bytes);
    if (s == ST_OK) s = best_copy(&b, gb_s);
    for (int k = 0; k < 2; k++) device_free(b.v[k]);
    return s;
}
