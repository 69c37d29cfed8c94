/* The traffic patterns of STREAM (McCalpin 1995) and of a tridiagonal solve. Each thread goes through one
 * contiguous piece of every array, prefetching as the solvers do, and writes past the caches. */
#include "base/bandwidth.h"

#include <stdlib.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "base/memory.h"
#include "base/timer.h"

#ifdef __AVX__
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif

enum {
    BLOCK = 64,    /* doubles that are handled between two prefetches of each array */
    AHEAD = 512,   /* doubles from a use back to its prefetch */
    SKEW = 5 * 64, /* keeps the arrays from sharing cache sets */
    ARRAYS = 5,
    PATTERNS = 4
};

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

struct arrays {
    const double *in[4];
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

static const struct {
    int touched; /* arrays */
    double (*pass)(const struct arrays *a, int64_t from, int64_t to);
} pattern[PATTERNS] = {{4, read_all}, {2, copy}, {3, triad}, {5, solve}};

static double time_pass(int p, const struct arrays *a, int64_t blocks, int threads)
{
    double sum = 0;
    const double began = seconds_now();
    #pragma omp parallel for num_threads(threads) reduction(+ : sum) schedule(static)
    for (int t = 0; t < threads; t++) {
        sum += pattern[p].pass(a, blocks * t / threads * BLOCK, blocks * (t + 1) / threads * BLOCK);
        finish_stores();
    }
    const double seconds = seconds_now() - began;
    return sum == 0 ? seconds : -1; /* the arrays are zero: only this keeps the compiler from skipping read_all */
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int count)
{
    qsort(v, (size_t)count, sizeof *v, ascending);
    return 0.5 * (v[count / 2] + v[(count - 1) / 2]);
}

/* Patterns take turns, so that a disturbed moment touches all of them; a first round warms up. */
static void measure(const struct arrays *a, int64_t blocks, int threads, int rounds, double *seconds)
{
    for (int p = 0; p < PATTERNS; p++) time_pass(p, a, blocks, threads);
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < PATTERNS; p++) seconds[p * rounds + r] = time_pass(p, a, blocks, threads);
}

enum status bandwidth_measure(struct bandwidth *out, struct exec exec, int64_t bytes, int rounds)
{
    double *const rate[PATTERNS] = {&out->read, &out->copy, &out->triad, &out->solve};
    double *memory, *seconds;
    if (bytes <= 0) bytes = 2 * mem_cache_bytes();
    if (bytes > mem_machine_bytes() / 16) bytes = mem_machine_bytes() / 16;
    if (rounds < 1) rounds = 1;
    const int64_t blocks = bytes / (BLOCK * (int64_t)sizeof(double)) + 1, n = blocks * BLOCK;
    TRY(mem_array(&memory, HOST, ARRAYS * (n + SKEW) + AHEAD, sizeof *memory));
    const enum status st = mem_array(&seconds, HOST, PATTERNS * rounds, sizeof *seconds);
    if (st == ST_OK) {
        struct arrays a = {.out = memory + 4 * (n + SKEW)};
        for (int r = 0; r < 4; r++) a.in[r] = memory + r * (n + SKEW);
        measure(&a, blocks, exec.threads, rounds, seconds);
        for (int p = 0; p < PATTERNS; p++)
            *rate[p] = (double)(pattern[p].touched * n * 8) / median(seconds + p * rounds, rounds) * 1e-9;
    }
    mem_free(seconds);
    mem_free(memory);
    return st;
}

double bandwidth_limit(const struct bandwidth *b)
{
    double most = b->read;
    if (b->copy > most) most = b->copy;
    if (b->triad > most) most = b->triad;
    if (b->solve > most) most = b->solve;
    return most;
}
