/* Lanes of vectors: only the first of them, a window that slides over two vectors, and squares that are transposed. */
#pragma once
#include "solvers/batch/simd.h"

/* f(0, s), f(1, s) ... for each lane */
#define EACH2(f, q, s) f(q, s), f((q) + 1, s)
#define EACH4(f, q, s) EACH2(f, q, s), EACH2(f, (q) + 2, s)
#define EACH8(f, q, s) EACH4(f, q, s), EACH4(f, (q) + 4, s)
#define EACH16(f, q, s) EACH8(f, q, s), EACH8(f, (q) + 8, s)

#ifdef BANDSTAND_FLOAT
#define LANES_OF(bytes) ((bytes) / 4)
#else
#define LANES_OF(bytes) ((bytes) / 8)
#endif

#if LANES_OF(VECTOR_BYTES) == 16
#define EACH_LANE(f, s) EACH16(f, 0, s)
#elif LANES_OF(VECTOR_BYTES) == 8
#define EACH_LANE(f, s) EACH8(f, 0, s)
#elif LANES_OF(VECTOR_BYTES) == 4
#define EACH_LANE(f, s) EACH4(f, 0, s)
#else
#define EACH_LANE(f, s) EACH2(f, 0, s)
#endif

#define PICK(a, b, f, s) __builtin_shufflevector(a, b, EACH_LANE(f, s))

/* The source of lane q, counted through both vectors. */
#define SLID(q, s) ((q) + (s))
#define LOWER(q, s) ((q) & (s) ? LANES + (q) - (s) : (q))
#define UPPER(q, s) ((LOWER(q, s) + (s)) % (2 * LANES))

/* The first m values, then zeros. */
INLINE vec load_first(const real *p, int64_t m)
{
    if (m >= LANES) return vec_load(p);
    vec v = {0};
    for (int64_t q = 0; q < m; q++) v[q] = p[q];
    return v;
}

/* The values one place before those of v, and one place after. */
INLINE vec vec_before(vec before, vec v)
{
    return PICK(before, v, SLID, LANES - 1);
}

INLINE vec vec_after(vec v, vec after)
{
    return PICK(v, after, SLID, 1);
}

/* Exchanges the squares off the diagonal in every square of 2 * apart lanes. */
INLINE void vec_exchange(vec *a, vec *b, int apart)
{
    const vec u = *a, v = *b;
    switch (apart) {
    case 1: *a = PICK(u, v, LOWER, 1), *b = PICK(u, v, UPPER, 1); break;
    case 2: *a = PICK(u, v, LOWER, 2), *b = PICK(u, v, UPPER, 2); break;
    case 4: *a = PICK(u, v, LOWER, 4), *b = PICK(u, v, UPPER, 4); break;
    case 8: *a = PICK(u, v, LOWER, 8), *b = PICK(u, v, UPPER, 8); break;
    }
}

#if VECTOR_BYTES == 64
/* Parts of 16 bytes, of which a vector has four: the even ones of both vectors, or the odd ones. */
enum { LANES_APART = LANES / 4 };
#define APART_PICKED(q, s) ((q) / LANES_APART * 2 * LANES_APART + (q) % LANES_APART + (s)*LANES_APART)

/* t[q] part p := t[p] part q, of four vectors LANES_APART apart. Uses instructions with two operands. A direct exchange
 * takes one with three operands, and these share a port of the registers with stores. */
INLINE void parts_transpose(vec *t)
{
    vec *const a = t, *const b = t + LANES_APART, *const c = t + 2 * LANES_APART, *const d = t + 3 * LANES_APART;
    const vec even = PICK(*a, *b, APART_PICKED, 0), odd = PICK(*a, *b, APART_PICKED, 1),
              more = PICK(*c, *d, APART_PICKED, 0), last = PICK(*c, *d, APART_PICKED, 1);
    *a = PICK(even, more, APART_PICKED, 0), *c = PICK(even, more, APART_PICKED, 1);
    *b = PICK(odd, last, APART_PICKED, 0), *d = PICK(odd, last, APART_PICKED, 1);
}
#else
enum { LANES_APART = LANES };
INLINE void parts_transpose(vec *t)
{
    (void)t;
}
#endif

/* t[q][p] := t[p][q] (Eklundh 1972) */
INLINE void square_transpose(vec t[LANES])
{
#pragma GCC unroll 4
    for (int apart = 1; apart < LANES_APART; apart *= 2)
#pragma GCC unroll 16
        for (int q = 0; q < LANES; q++)
            if (!(q & apart)) vec_exchange(&t[q], &t[q + apart], apart);
#pragma GCC unroll 4
    for (int q = 0; LANES_APART < LANES && q < LANES_APART; q++) parts_transpose(t + q);
}
