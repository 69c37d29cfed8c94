/* Two neighbouring vectors seen as one row: the vector that begins at any place of the first. */
#pragma once
#include "solvers/tridiag/simd.h"

#define PLACES2(n) (n), (n) + 1
#define PLACES4(n) PLACES2(n), PLACES2((n) + 2)
#define PLACES8(n) PLACES4(n), PLACES4((n) + 4)
#define PLACES16(n) PLACES8(n), PLACES8((n) + 8)

#ifdef BANDSTAND_FLOAT
#define REAL_BYTES 4
#else
#define REAL_BYTES 8
#endif

#if VECTOR_BYTES == 16 * REAL_BYTES
#define PLACES PLACES16
#elif VECTOR_BYTES == 8 * REAL_BYTES
#define PLACES PLACES8
#elif VECTOR_BYTES == 4 * REAL_BYTES
#define PLACES PLACES4
#else
#define PLACES PLACES2
#endif

/* The values one place before those of v. */
INLINE vec vec_before(vec before, vec v)
{
    return __builtin_shufflevector(before, v, PLACES(LANES - 1));
}

/* The values one place after those of v. */
INLINE vec vec_after(vec v, vec after)
{
    return __builtin_shufflevector(v, after, PLACES(1));
}
