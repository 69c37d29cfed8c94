/* Comparison and choice in each lane of vectors: masks have all bits of a lane set, or none. */
#pragma once
#include <stdbool.h>

#include "solvers/batch/simd.h"

#ifdef __AVX__
#include <immintrin.h>
#endif
#if VECTOR_BYTES == 64 && defined __AVX512DQ__ /* 11: magnitudes, the larger one; 10: the smaller one */
#ifdef BANDSTAND_FLOAT
#define MAX(a, b) ((vec)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define MIN(a, b) ((vec)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define LARGER(a, b) ((vec)_mm512_range_ps((__m512)(a), (__m512)(b), 11))
#define SMALLER(a, b) ((vec)_mm512_range_ps((__m512)(a), (__m512)(b), 10))
#else
#define MAX(a, b) ((vec)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define MIN(a, b) ((vec)_mm512_min_pd((__m512d)(a), (__m512d)(b)))
#define LARGER(a, b) ((vec)_mm512_range_pd((__m512d)(a), (__m512d)(b), 11))
#define SMALLER(a, b) ((vec)_mm512_range_pd((__m512d)(a), (__m512d)(b), 10))
#endif
#elif VECTOR_BYTES == 32 && defined __AVX__
#ifdef BANDSTAND_FLOAT
#define BLEND(no, yes, mask) ((vec)_mm256_blendv_ps((__m256)(no), (__m256)(yes), (__m256)(mask)))
#define MAX(a, b) ((vec)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define MIN(a, b) ((vec)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define COMPARE(a, b, how) ((vec_bits)_mm256_cmp_ps((__m256)(a), (__m256)(b), how))
#else
#define BLEND(no, yes, mask) ((vec)_mm256_blendv_pd((__m256d)(no), (__m256d)(yes), (__m256d)(mask)))
#define MAX(a, b) ((vec)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define MIN(a, b) ((vec)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#define COMPARE(a, b, how) ((vec_bits)_mm256_cmp_pd((__m256d)(a), (__m256d)(b), how))
#endif
#endif

#ifdef BANDSTAND_FLOAT
#define SIGN (UINT32_C(1) << 31)
#define EXPONENT_BITS (UINT32_C(0xff) << 23)
#define TWICE_ONE (UINT32_C(0xfe) << 23)
#else
#define SIGN (UINT64_C(1) << 63)
#define EXPONENT_BITS (UINT64_C(0x7ff) << 52)
#define TWICE_ONE (UINT64_C(0x7fe) << 52)
#endif

INLINE vec vec_magnitude(vec v)
{
    return (vec)((vec_bits)v & ~SIGN);
}

/* Lanes where a > b; none of a NaN. */
INLINE vec_bits vec_above(vec a, vec b)
{
#ifdef COMPARE
    return COMPARE(a, b, _CMP_GT_OQ);
#else
    return (vec_bits)(a > b);
#endif
}

INLINE vec_bits vec_not_above(vec a, vec b)
{
#ifdef COMPARE
    return COMPARE(a, b, _CMP_NGT_UQ);
#else
    return ~(vec_bits)(a > b);
#endif
}

/* `yes` where the mask is set. */
INLINE vec vec_pick(vec_bits mask, vec yes, vec no)
{
#ifdef BLEND
    return BLEND(no, yes, mask);
#else
    return (vec)((mask & (vec_bits)yes) | (~mask & (vec_bits)no));
#endif
}

/* Exchanges the values of the lanes where the mask is set. */
INLINE void vec_swap(vec_bits mask, vec *a, vec *b)
{
    const vec was = *a;
    *a = vec_pick(mask, *b, was);
    *b = vec_pick(mask, was, *b);
}

INLINE vec vec_only(vec_bits mask, vec v)
{
    return (vec)(mask & (vec_bits)v);
}

INLINE vec vec_unless(vec_bits mask, vec v)
{
    return (vec)(~mask & (vec_bits)v);
}

/* The larger and the smaller one; b where one is NaN. */
INLINE vec vec_max(vec a, vec b)
{
#ifdef MAX
    return MAX(a, b);
#else
    return vec_pick(vec_above(a, b), a, b);
#endif
}

INLINE vec vec_min(vec a, vec b)
{
#ifdef MIN
    return MIN(a, b);
#else
    return vec_pick(vec_above(b, a), a, b);
#endif
}

/* The larger magnitude; that of `most`, which is not NaN, where v is NaN. */
INLINE vec vec_larger(vec most, vec v)
{
#ifdef LARGER
    return LARGER(most, v);
#else
    return vec_max(vec_magnitude(v), most);
#endif
}

/* The smaller magnitude; that of `least`, which is not NaN, where v is NaN. */
INLINE vec vec_smaller(vec least, vec v)
{
#ifdef SMALLER
    return SMALLER(least, v);
#else
    return vec_min(vec_magnitude(v), least);
#endif
}

/* Lanes that are infinite or NaN. */
INLINE vec_bits vec_not_finite(vec v)
{
    return (vec_bits)(((vec_bits)v & EXPONENT_BITS) == EXPONENT_BITS);
}

/* 2^-e of v = m 2^e, m from 1 up to 2; v > 0 and normal, below 2^1023 (2^127 in float). */
INLINE vec vec_inverse_power(vec v)
{
    return (vec)(TWICE_ONE - ((vec_bits)v & EXPONENT_BITS));
}

/* m of such a v. */
INLINE vec vec_mantissa(vec v)
{
    return (vec)(((vec_bits)v & ~EXPONENT_BITS) | TWICE_ONE / 2);
}

INLINE bool vec_any(vec_bits mask)
{
    vec_bits any = {0};
    for (int q = 0; q < LANES; q++) any[0] |= mask[q];
    return any[0] != 0;
}
#undef BLEND
#undef MAX
#undef MIN
#undef LARGER
#undef SMALLER
#undef COMPARE
#undef SIGN
#undef EXPONENT_BITS
#undef TWICE_ONE
