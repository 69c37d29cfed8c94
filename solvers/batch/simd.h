/* The vector type of this machine, as wide as the compiler's target has it, by the compiler's own vector
 * types: the same text serves SSE2, AVX, AVX-512 and whatever else has 16-byte vectors. */
#pragma once
#include <stdint.h>

#include "base/real.h"

#if defined VECTOR_BYTES /* narrower ones, at the choice of the including file */
#elif defined __AVX512F__
#define VECTOR_BYTES 64
#elif defined __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

typedef real vec __attribute__((vector_size(VECTOR_BYTES)));
typedef real loose __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(real)))); /* at any real */

#ifdef BANDSTAND_FLOAT
#define LANES (VECTOR_BYTES / 4)
typedef uint32_t vec_bits __attribute__((vector_size(VECTOR_BYTES)));
#else
#define LANES (VECTOR_BYTES / 8)
typedef uint64_t vec_bits __attribute__((vector_size(VECTOR_BYTES)));
#endif

enum { LINE = 64 / (int)sizeof(real), ROWS = 4 /* that are handled together */ };

/* Kernels are written once and compiled for each constant they are called with. */
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

INLINE vec vec_load(const real *p)
{
    return *(const loose *)p;
}

INLINE void vec_store(real *p, vec v)
{
    *(loose *)p = v;
}

INLINE vec vec_all(real x)
{
    return x - (vec){0};
}

/* A product that is rounded by itself: the compiler fuses the other one of a sum of two. In float it is left to choose,
 * since gcc 12 takes vectors of 16 floats apart for the builtin. */
INLINE vec vec_rounded(vec v)
{
#if defined __has_builtin && !defined BANDSTAND_FLOAT
#if __has_builtin(__builtin_assoc_barrier)
    return __builtin_assoc_barrier(v);
#endif
#endif
    return v;
}

/* Asks for the cache line of `p`, to come into the second level. Any address will do. */
INLINE void prefetch(const real *p)
{
    __builtin_prefetch(p, 0, 2);
}

/* As prefetch, to write there. */
INLINE void prefetch_to_write(const real *p)
{
    __builtin_prefetch(p, 1, 2);
}

/* Asks for it into the first level, to read. */
INLINE void prefetch_near(const real *p)
{
    __builtin_prefetch(p, 0, 3);
}
