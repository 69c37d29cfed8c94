/* Vectors of one lane, with the operations of those of solvers/batch/simd.h: a comparison gives a mask of all bits, and
 * a conversion between numbers and masks leaves the bits as they are. */
#pragma once
#include <stdint.h>
#include <string.h>

#include "base/device/gpu.h"
#include "base/exec.h"
#include "base/real.h"

#define INLINE static __device__ __forceinline__
#define FORMULA_TABLE static __device__ const

enum { LANES = 1 };

struct vec_bits;

struct vec {
    real x;
    vec() = default;
    EITHER_SPACE vec(real of) : x(of)
    {
    }
    EITHER_SPACE explicit vec(struct vec_bits of);
    EITHER_SPACE real &operator[](int)
    {
        return x;
    }
};

#ifdef BANDSTAND_FLOAT
typedef uint32_t lane_bits;
#else
typedef uint64_t lane_bits;
#endif

struct vec_bits {
    lane_bits x;
    vec_bits() = default;
    EITHER_SPACE vec_bits(lane_bits of) : x(of)
    {
    }
    EITHER_SPACE explicit vec_bits(struct vec of)
    {
        memcpy(&x, &of.x, sizeof x);
    }
    EITHER_SPACE lane_bits &operator[](int)
    {
        return x;
    }
};

EITHER_SPACE inline vec::vec(struct vec_bits of)
{
    memcpy(&x, &of.x, sizeof x);
}

INLINE struct vec operator+(struct vec a, struct vec b)
{
    return a.x + b.x;
}
INLINE struct vec operator-(struct vec a, struct vec b)
{
    return a.x - b.x;
}
INLINE struct vec operator*(struct vec a, struct vec b)
{
    return a.x * b.x;
}
INLINE struct vec operator/(struct vec a, struct vec b)
{
    return a.x / b.x;
}
INLINE struct vec operator-(struct vec a)
{
    return -a.x;
}
INLINE struct vec_bits operator<(struct vec a, struct vec b)
{
    return a.x < b.x ? ~(lane_bits)0 : (lane_bits)0;
}
INLINE struct vec_bits operator>(struct vec a, struct vec b)
{
    return b < a;
}
INLINE struct vec_bits operator&(struct vec_bits a, struct vec_bits b)
{
    return a.x & b.x;
}
INLINE struct vec_bits operator|(struct vec_bits a, struct vec_bits b)
{
    return a.x | b.x;
}
INLINE struct vec_bits operator+(struct vec_bits a, struct vec_bits b)
{
    return a.x + b.x;
}
INLINE struct vec_bits operator~(struct vec_bits a)
{
    return ~a.x;
}
INLINE struct vec_bits operator<<(struct vec_bits a, int count)
{
    return a.x << count;
}
INLINE struct vec_bits &operator&=(struct vec_bits &a, struct vec_bits b)
{
    a.x &= b.x;
    return a;
}

INLINE struct vec vec_load(const real *p)
{
    return *p;
}

INLINE void vec_store(real *p, struct vec v)
{
    *p = v.x;
}

INLINE struct vec vec_all(real x)
{
    return x;
}

INLINE void operator+=(struct vec &a, struct vec b)
{
    a.x += b.x;
}

enum { LANE_THREADS = 128 };

/* The lane of this thread, and the number of blocks for so many. */
INLINE int64_t lane_here()
{
    return (int64_t)blockIdx.x * LANE_THREADS + threadIdx.x;
}

static inline unsigned lane_blocks(int64_t lanes)
{
    return (unsigned)((lanes + LANE_THREADS - 1) / LANE_THREADS);
}

/* Queues a kernel of so many lanes on the stream of `exec`. */
#define EACH_LANE(kernel, count, ...) \
    if ((count) > 0) LAUNCH(kernel, lane_blocks(count), LANE_THREADS, 0, exec->stream, __VA_ARGS__)
