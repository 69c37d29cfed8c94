/* The traffic patterns of STREAM (McCalpin 1995), of work in place and of a tridiagonal solve. Each pass prefetches as
 * the solvers do. It writes past the caches, except in arrays that it also reads. */
#include "base/timing/traffic.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* A portable program takes the instructions of this processor: with those of the oldest, work in place would seem
 * slower than memory is, and shares of the limit larger. */
#ifdef BANDSTAND_PORTABLE
#define CLONED __attribute__((target_clones("avx2", "default")))
#else
#define CLONED
#endif

enum { LANES = 4 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

/* No function takes or returns such vectors, as none may where a processor without them is compiled for. */
#define AT(p) (*(const lanes *)(p))

static inline void store_past_caches(double *p, const lanes *v)
{
#if defined __AVX__
    _mm256_stream_pd(p, (__m256d)*v);
#elif defined __SSE2__
    _mm_stream_pd(p, (__m128d){(*v)[0], (*v)[1]});
    _mm_stream_pd(p + 2, (__m128d){(*v)[2], (*v)[3]});
#else
    *(lanes *)p = *v;
#endif
}

static inline void prefetch(const struct traffic_arrays *a, int reads, int64_t i)
{
    for (int r = 0; r < reads; r++)
        for (int line = 0; line < TRAFFIC_BLOCK; line += 8)
            __builtin_prefetch(a->in[r] + i + TRAFFIC_AHEAD + line, 0, 2);
}

CLONED static double read_all(const struct traffic_arrays *a, int64_t from, int64_t to)
{
    lanes s[4] = {{0}};
    for (int64_t i = from; i < to; i += TRAFFIC_BLOCK) {
        prefetch(a, 4, i);
        for (int q = 0; q < TRAFFIC_BLOCK; q += LANES)
            for (int r = 0; r < 4; r++) s[r] += AT(a->in[r] + i + q);
    }
    double sum = 0;
    for (int q = 0; q < LANES; q++) sum += s[0][q] + s[1][q] + s[2][q] + s[3][q];
    return sum;
}

CLONED static double copy(const struct traffic_arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += TRAFFIC_BLOCK) {
        prefetch(a, 1, i);
        for (int q = 0; q < TRAFFIC_BLOCK; q += LANES) store_past_caches(a->out + i + q, &AT(a->in[0] + i + q));
    }
    return 0;
}

CLONED static double triad(const struct traffic_arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += TRAFFIC_BLOCK) {
        prefetch(a, 2, i);
        for (int q = 0; q < TRAFFIC_BLOCK; q += LANES) {
            const lanes v = AT(a->in[0] + i + q) + 3 * AT(a->in[1] + i + q);
            store_past_caches(a->out + i + q, &v);
        }
    }
    return 0;
}

CLONED static double solve(const struct traffic_arrays *a, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i += TRAFFIC_BLOCK) {
        prefetch(a, 4, i);
        for (int64_t j = i; j < i + TRAFFIC_BLOCK; j += LANES) {
            const lanes v = AT(a->in[0] + j) * AT(a->in[1] + j) + AT(a->in[2] + j) * AT(a->in[3] + j);
            store_past_caches(a->out + j, &v);
        }
    }
    return 0;
}

/* One array after the other, so that they are all out of the caches when they come again. */
CLONED static double in_place(const struct traffic_arrays *a, int64_t from, int64_t to)
{
    double *const array[TRAFFIC_ARRAYS] = {a->in[0], a->in[1], a->in[2], a->in[3], a->out};
    for (int r = 0; r < TRAFFIC_ARRAYS; r++)
        for (int64_t i = from; i < to; i += TRAFFIC_BLOCK) {
            prefetch(&(struct traffic_arrays){.in = {array[r]}}, 1, i);
            for (int q = 0; q < TRAFFIC_BLOCK; q += LANES) *(lanes *)(array[r] + i + q) += 1;
        }
    return 0;
}

const struct traffic_kernel traffic_kernels[] = {{"read", 4, read_all},
                                                 {"copy", 2, copy},
                                                 {"triad", 3, triad},
                                                 {"in_place", 2 * TRAFFIC_ARRAYS, in_place},
                                                 {"solve", 5, solve}};

void traffic_finish(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}
