/* The traffic patterns of STREAM (McCalpin 1995), of work in place and of a tridiagonal solve. Each thread goes through
 * one contiguous part of every array and prefetches as the solvers do. It writes past the caches, except in arrays that
 * it also reads. */
#include "base/timing/bandwidth.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "base/memory.h"

#ifdef __AVX__
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif

enum {
    BLOCK = 64,    /* doubles that are handled between two prefetches of each array */
    AHEAD = 512,   /* doubles from a use back to its prefetch */
    SKEW = 5 * 64, /* keeps the arrays from sharing cache sets */
    ARRAYS = 5
};

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

struct arrays {
    double *in[4];
    double *out;
};

static inline lanes load(const double *p)
{
    return *(const lanes *)p;
}

static inline void store_past_caches(double *p, lanes v)
{
#if defined __AVX__
    _mm256_stream_pd(p, (__m256d)v);
#elif defined __SSE2__
    _mm_stream_pd(p, (__m128d)v);
#else
    *(lanes *)p = v;
#endif
}

static inline void finish_stores(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

static inline void prefetch(const struct arrays *a, int reads, int64_t i)
{
    for (int r = 0; r < reads; r++)
        for (int line = 0; line < BLOCK; line += 8) __builtin_prefetch(a->in[r] + i + AHEAD + line, 0, 2);
}

static double read_all(const struct arrays *a, int64_t from, int64_t to)
{
    lanes s[4] = {{0}};
    for (int64_t i = from; i < to; i += BLOCK) {
        prefetch(a, 4, i);
        for (int q = 0; q < BLOCK; q += LANES)
            for (int r = 0; r < 4; r++) s[r] += load(a->in[r] + i + q);
    }
    double sum = 0;
    for (int q = 0; q < LANES; q++) sum += s[0][q] + s[1][q] + s[2][q] + s[3][q];
    return sum;
}

static double copy(const struct arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += BLOCK) {
        prefetch(a, 1, i);
        for (int q = 0; q < BLOCK; q += LANES) store_past_caches(a->out + i + q, load(a->in[0] + i + q));
    }
    return 0;
}

static double triad(const struct arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += BLOCK) {
        prefetch(a, 2, i);
        for (int q = 0; q < BLOCK; q += LANES)
            store_past_caches(a->out + i + q, load(a->in[0] + i + q) + 3 * load(a->in[1] + i + q));
    }
    return 0;
}

static double solve(const struct arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += BLOCK) {
        prefetch(a, 4, i);
        for (int64_t j = i; j < i + BLOCK; j += LANES)
            store_past_caches(a->out + j,
                              load(a->in[0] + j) * load(a->in[1] + j) + load(a->in[2] + j) * load(a->in[3] + j));
    }
    return 0;
}

/* One array after the other, so that they are all out of the caches when they come again. */
static double in_place(const struct arrays *a, int64_t from, int64_t to)
{
    double *const array[ARRAYS] = {a->in[0], a->in[1], a->in[2], a->in[3], a->out};
    for (int r = 0; r < ARRAYS; r++)
        for (int64_t i = from; i < to; i += BLOCK) {
            prefetch(&(struct arrays){.in = {array[r]}}, 1, i);
            for (int q = 0; q < BLOCK; q += LANES) *(lanes *)(array[r] + i + q) += 1;
        }
    return 0;
}

static const struct {
    const char *name;
    int touched; /* arrays, read or written */
    double (*pass)(const struct arrays *a, int64_t from, int64_t to);
} patterns[TRAFFIC_PATTERNS] = {{"read", 4, read_all},
                                {"copy", 2, copy},
                                {"triad", 3, triad},
                                {"in_place", 2 * ARRAYS, in_place},
                                {"solve", 5, solve}};

struct traffic {
    struct arrays array;
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
    t->blocks = bytes / (ARRAYS * BLOCK * (int64_t)sizeof(double));
    if (t->blocks < 1) t->blocks = 1;
    const int64_t length = t->blocks * BLOCK + SKEW;
    const enum status s = mem_array(&t->memory, HOST, ARRAYS * length + AHEAD, sizeof(double));
    if (s != ST_OK) *out = traffic_free(t);
    else
        for (int r = 0; r < ARRAYS - 1; r++) t->array.in[r] = t->memory + r * length;
    if (s == ST_OK) t->array.out = t->memory + (ARRAYS - 1) * length;
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
    return patterns[pattern].name;
}

int64_t traffic_size(int64_t max)
{
    const int64_t third = mem_available_bytes() / 3, wanted = 2 * ARRAYS * mem_cache_bytes();
    if (max > third) max = third;
    return wanted < max ? wanted : max;
}

bool traffic_in_caches(int64_t bytes)
{
    return bytes < 4 * mem_cache_bytes();
}

double traffic_bytes(const struct traffic *t, enum traffic_pattern pattern)
{
    return (double)patterns[pattern].touched * (double)(t->blocks * BLOCK) * sizeof(double);
}

void traffic_run(struct traffic *t, enum traffic_pattern pattern)
{
    double sum = 0;
#pragma omp parallel for num_threads(t->threads) reduction(+ : sum) schedule(static)
    for (int k = 0; k < t->threads; k++) {
        sum += patterns[pattern].pass(&t->array, t->blocks * k / t->threads * BLOCK,
                                      t->blocks * (k + 1) / t->threads * BLOCK);
        finish_stores();
    }
    t->sum = sum;
}
