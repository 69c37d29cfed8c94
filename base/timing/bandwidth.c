/* Arrays through which the patterns of traffic go. Each thread goes through one contiguous part of every array. */
#include "base/timing/bandwidth.h"

#include "base/memory.h"
#include "base/timing/traffic.h"

enum { SKEW = 5 * 64 /* doubles that keep the arrays from sharing cache sets */ };

struct traffic {
    struct traffic_arrays array;
    double *memory;
    volatile double sum; /* keeps the compiler from skipping read_all */
    int64_t blocks;
    int threads;
};

enum status traffic_make(struct traffic **out, struct exec exec, int64_t bytes)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    struct traffic *const t = *out;
    t->threads = exec.threads;
    t->blocks = bytes / (TRAFFIC_ARRAYS * TRAFFIC_BLOCK * (int64_t)sizeof(double));
    if (t->blocks < 1) t->blocks = 1;
    const int64_t length = t->blocks * TRAFFIC_BLOCK + SKEW;
    const enum status s = mem_array(&t->memory, HOST, TRAFFIC_ARRAYS * length + TRAFFIC_AHEAD, sizeof(double));
    if (s != ST_OK) *out = traffic_free(t);
    else
        for (int r = 0; r < TRAFFIC_ARRAYS - 1; r++) t->array.in[r] = t->memory + r * length;
    if (s == ST_OK) t->array.out = t->memory + (TRAFFIC_ARRAYS - 1) * length;
    return s;
}

struct traffic *traffic_free(struct traffic *t)
{
    if (t) mem_free(t->memory);
    return mem_free(t);
}

int traffic_threads(const struct traffic *t)
{
    return t->threads;
}

const char *traffic_name(enum traffic_pattern pattern)
{
    return traffic_kernels[pattern].name;
}

int64_t traffic_size(int64_t max)
{
    const int64_t third = mem_available_bytes() / 3, wanted = 2 * TRAFFIC_ARRAYS * mem_cache_bytes();
    if (max > third) max = third;
    return wanted < max ? wanted : max;
}

bool traffic_in_caches(int64_t bytes)
{
    return bytes < 4 * mem_cache_bytes();
}

double traffic_bytes(const struct traffic *t, enum traffic_pattern pattern)
{
    return (double)traffic_kernels[pattern].touched * (double)(t->blocks * TRAFFIC_BLOCK) * sizeof(double);
}

void traffic_run(struct traffic *t, enum traffic_pattern pattern)
{
    double sum = 0;
#pragma omp parallel for num_threads(t->threads) reduction(+ : sum) schedule(static)
    for (int k = 0; k < t->threads; k++) {
        sum += traffic_kernels[pattern].pass(&t->array, t->blocks * k / t->threads * TRAFFIC_BLOCK,
                                             t->blocks * (k + 1) / t->threads * TRAFFIC_BLOCK);
        traffic_finish();
    }
    t->sum = sum;
}
