/* LANES vectors of LANES numbers, transposed in registers: squares within 128 bits first, then the
 * 128-bit blocks and the 256-bit halves change places (Eklundh 1972). log2(LANES) shuffles a vector. */
#pragma once
#include "solvers/tridiag/simd.h"

typedef double wide __attribute__((vector_size(VECTOR_BYTES))); /* the same bits in pieces of 64 */

#if VECTOR_BYTES == 64
#define LOW32 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define HIGH32 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LOW64 0, 8, 2, 10, 4, 12, 6, 14
#define HIGH64 1, 9, 3, 11, 5, 13, 7, 15
#define LOW128 0, 1, 8, 9, 4, 5, 12, 13
#define HIGH128 2, 3, 10, 11, 6, 7, 14, 15
#define LOW256 0, 1, 2, 3, 8, 9, 10, 11
#define HIGH256 4, 5, 6, 7, 12, 13, 14, 15
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

#ifdef BANDSTAND_FLOAT
enum { SQUARE = 4 };
INLINE void square_transpose(vec *r)
{
    const wide a = (wide)LOW(r[0], r[1], 32), b = (wide)LOW(r[2], r[3], 32);
    const wide c = (wide)HIGH(r[0], r[1], 32), d = (wide)HIGH(r[2], r[3], 32);
    r[0] = (vec)LOW(a, b, 64), r[1] = (vec)HIGH(a, b, 64);
    r[2] = (vec)LOW(c, d, 64), r[3] = (vec)HIGH(c, d, 64);
}
#else
enum { SQUARE = 2 };
INLINE void square_transpose(vec *r)
{
    const vec a = r[0], b = r[1];
    r[0] = LOW(a, b, 64), r[1] = HIGH(a, b, 64);
}
#endif

INLINE void vec_transpose(vec r[LANES])
{
#if VECTOR_BYTES == 64
    for (int k = 0; k < LANES / 2; k++) {
        const wide a = (wide)r[k], b = (wide)r[k + LANES / 2];
        r[k] = (vec)LOW(a, b, 256), r[k + LANES / 2] = (vec)HIGH(a, b, 256);
    }
#endif
#if VECTOR_BYTES >= 32
    for (int k = 0; k < LANES; k++) {
        if (k & SQUARE) continue;
        const wide a = (wide)r[k], b = (wide)r[k + SQUARE];
        r[k] = (vec)LOW(a, b, 128), r[k + SQUARE] = (vec)HIGH(a, b, 128);
    }
#endif
    for (int k = 0; k < LANES; k += SQUARE) square_transpose(r + k);
}
