/* Four rows of LANES systems, transposed in registers while they are loaded and stored where the rows of a system
 * are contiguous: in memory q[lane][row], in vectors r[row][lane]. Each vector takes whole groups of four lanes;
 * a group is transposed by exchanging halves, then pairs (Eklundh 1972). */
#pragma once
#include "solvers/batch/simd.h"

typedef double wide __attribute__((vector_size(VECTOR_BYTES))); /* the same bits as values of 64 bits */

/* The elements that unpacking instructions take from two vectors, as values of 32, 64 and 128 bits. */
#if VECTOR_BYTES == 64
#define LOW32 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define HIGH32 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LOW64 0, 8, 2, 10, 4, 12, 6, 14
#define HIGH64 1, 9, 3, 11, 5, 13, 7, 15
#define LOW128 0, 1, 8, 9, 4, 5, 12, 13
#define HIGH128 2, 3, 10, 11, 6, 7, 14, 15
#elif VECTOR_BYTES == 32
#define LOW32 0, 8, 1, 9, 4, 12, 5, 13
#define HIGH32 2, 10, 3, 11, 6, 14, 7, 15
#define LOW64 0, 4, 2, 6
#define HIGH64 1, 5, 3, 7
#define LOW128 0, 1, 4, 5
#define HIGH128 2, 3, 6, 7
#else
#define LOW32 0, 4, 1, 5
#define HIGH32 2, 6, 3, 7
#define LOW64 0, 2
#define HIGH64 1, 3
#endif

#define LOW(a, b, bits) __builtin_shufflevector(a, b, LOW##bits)
#define HIGH(a, b, bits) __builtin_shufflevector(a, b, HIGH##bits)

/* r[row] from r[lane of its group], and back. */
#ifdef BANDSTAND_FLOAT
INLINE void groups_transpose(vec r[ROWS])
{
    const wide a = (wide)LOW(r[0], r[1], 32), b = (wide)LOW(r[2], r[3], 32);
    const wide c = (wide)HIGH(r[0], r[1], 32), d = (wide)HIGH(r[2], r[3], 32);
    r[0] = (vec)LOW(a, b, 64), r[1] = (vec)HIGH(a, b, 64);
    r[2] = (vec)LOW(c, d, 64), r[3] = (vec)HIGH(c, d, 64);
}
#elif VECTOR_BYTES == 16 /* pairs of lanes; r[2] and r[3] have the other two rows of r[0] and r[1] */
INLINE void groups_transpose(vec r[ROWS])
{
    const vec a = r[0], b = r[1], c = r[2], d = r[3];
    r[0] = LOW(a, b, 64), r[1] = HIGH(a, b, 64), r[2] = LOW(c, d, 64), r[3] = HIGH(c, d, 64);
}
#else
INLINE void groups_transpose(vec r[ROWS])
{
    const vec a = LOW(r[0], r[2], 128), b = LOW(r[1], r[3], 128);
    const vec c = HIGH(r[0], r[2], 128), d = HIGH(r[1], r[3], 128);
    r[0] = LOW(a, b, 64), r[1] = HIGH(a, b, 64), r[2] = LOW(c, d, 64), r[3] = HIGH(c, d, 64);
}
#endif

#if LANES > 4
typedef real quad __attribute__((vector_size(ROWS * sizeof(real)), aligned(sizeof(real)))); /* one lane's rows */

INLINE quad quad_load(const real *p)
{
    return *(const quad *)p;
}

INLINE void quad_store(real *p, quad v)
{
    *(quad *)p = v;
}
#endif

/* The content of r[s] before groups_transpose: lane s of every group, whose lanes are `pitch` apart. */
#if LANES == 2
INLINE vec lane_load(const real *p, int64_t pitch, int s)
{
    return vec_load(p + s % 2 * pitch + s / 2 * 2);
}

INLINE void lane_store(real *p, int64_t pitch, int s, vec v)
{
    vec_store(p + s % 2 * pitch + s / 2 * 2, v);
}
#elif LANES == 4
INLINE vec lane_load(const real *p, int64_t pitch, int s)
{
    return vec_load(p + s * pitch);
}

INLINE void lane_store(real *p, int64_t pitch, int s, vec v)
{
    vec_store(p + s * pitch, v);
}
#elif LANES == 8
INLINE vec lane_load(const real *p, int64_t pitch, int s)
{
    const quad a = quad_load(p + s * pitch), b = quad_load(p + (s + 4) * pitch);
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

INLINE void lane_store(real *p, int64_t pitch, int s, vec v)
{
    quad_store(p + s * pitch, __builtin_shufflevector(v, v, 0, 1, 2, 3));
    quad_store(p + (s + 4) * pitch, __builtin_shufflevector(v, v, 4, 5, 6, 7));
}
#else
INLINE vec lane_load(const real *p, int64_t pitch, int s)
{
    const quad a = quad_load(p + s * pitch), b = quad_load(p + (s + 4) * pitch);
    const quad c = quad_load(p + (s + 8) * pitch), d = quad_load(p + (s + 12) * pitch);
    return __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7),
                                   __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                                   10, 11, 12, 13, 14, 15);
}

INLINE void lane_store(real *p, int64_t pitch, int s, vec v)
{
    quad_store(p + s * pitch, __builtin_shufflevector(v, v, 0, 1, 2, 3));
    quad_store(p + (s + 4) * pitch, __builtin_shufflevector(v, v, 4, 5, 6, 7));
    quad_store(p + (s + 8) * pitch, __builtin_shufflevector(v, v, 8, 9, 10, 11));
    quad_store(p + (s + 12) * pitch, __builtin_shufflevector(v, v, 12, 13, 14, 15));
}
#endif

/* ROWS rows of LANES systems that are `pitch` apart. */
INLINE void rows_load(const real *p, int64_t pitch, vec r[ROWS])
{
    for (int s = 0; s < ROWS; s++) r[s] = lane_load(p, pitch, s);
    groups_transpose(r);
}

INLINE void rows_store(real *p, int64_t pitch, vec r[ROWS])
{
    groups_transpose(r);
    for (int s = 0; s < ROWS; s++) lane_store(p, pitch, s, r[s]);
}
