/* Stores that bypass the caches, for what is not read again soon. */
#pragma once
#include "solvers/batch/simd.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* p is aligned to a vector. stream_end before other threads read. */
INLINE void stream(real *p, vec v)
{
#if defined __AVX512F__
    _mm512_stream_si512((__m512i *)p, (__m512i)v);
#elif defined __AVX__
    _mm256_stream_si256((__m256i *)p, (__m256i)v);
#elif defined __SSE2__
    _mm_stream_si128((__m128i *)p, (__m128i)v);
#else
    vec_store(p, v);
#endif
}

INLINE void stream_end(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}
