/* Arithmetic that device code finds in the global namespace. */
#pragma once
#include <math.h>
#include <string.h>

#define CUHOST_LESSER(T) \
    inline T min(T x, T y) \
    { \
        return y < x ? y : x; \
    } \
    inline T max(T x, T y) \
    { \
        return x < y ? y : x; \
    }
CUHOST_LESSER(int)
CUHOST_LESSER(unsigned)
CUHOST_LESSER(long)
CUHOST_LESSER(unsigned long)
CUHOST_LESSER(long long)
CUHOST_LESSER(unsigned long long)
#undef CUHOST_LESSER

/* min and max of a number and a NaN are the number. _rn: rounded once, never part of a fused operation, unless it is
 * one; volatile values are not fused. */
#define CUHOST_FLOATING(T, suffix, prefix, fused, root) \
    inline T min(T x, T y) \
    { \
        return fmin##suffix(x, y); \
    } \
    inline T max(T x, T y) \
    { \
        return fmax##suffix(x, y); \
    } \
    inline T root(T x) \
    { \
        return 1 / sqrt##suffix(x); \
    } \
    inline T fused(T x, T y, T z) \
    { \
        return fma##suffix(x, y, z); \
    } \
    inline T prefix##add_rn(T x, T y) \
    { \
        const volatile T sum = x + y; \
        return sum; \
    } \
    inline T prefix##mul_rn(T x, T y) \
    { \
        const volatile T product = x * y; \
        return product; \
    } \
    inline T prefix##div_rn(T x, T y) \
    { \
        return x / y; \
    } \
    inline T prefix##rcp_rn(T x) \
    { \
        return 1 / x; \
    }
CUHOST_FLOATING(float, f, __f, __fmaf_rn, rsqrtf)
CUHOST_FLOATING(double, , __d, __fma_rn, rsqrt)
#undef CUHOST_FLOATING

inline float rsqrt(float x)
{
    return rsqrtf(x);
}

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

inline int __ffs(int x)
{
    return __builtin_ffs(x);
}

inline int __clz(int x)
{
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}

namespace cuhost
{
template <class To, class From> To same_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "as many bits as before");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
} // namespace cuhost

inline long long __double_as_longlong(double x)
{
    return cuhost::same_bits<long long>(x);
}

inline double __longlong_as_double(long long x)
{
    return cuhost::same_bits<double>(x);
}

inline int __float_as_int(float x)
{
    return cuhost::same_bits<int>(x);
}

inline float __int_as_float(int x)
{
    return cuhost::same_bits<float>(x);
}

/* As gpu.h says: without the last 32, or 3, of the bits. */
inline double reciprocal_approx(double p)
{
    const double y = 1 / (fabs(p) < 0x1p-1022 ? copysign(0., p) : p);
    return fabs(y) < 0x1p-1022 ? 0 : cuhost::same_bits<double>(cuhost::same_bits<unsigned long long>(y) >> 32 << 32);
}

inline float reciprocal_approx(float p)
{
    const float y = 1 / (fabsf(p) < 0x1p-126f ? copysignf(0.f, p) : p);
    return fabsf(y) < 0x1p-126f ? 0 : cuhost::same_bits<float>(cuhost::same_bits<unsigned>(y) >> 3 << 3);
}

/* Loads and stores with hints how long the caches should keep them. */
template <class T> T __ldg(const T *p)
{
    return *p;
}

template <class T> T __ldcs(const T *p)
{
    return *p;
}

template <class T> T __ldcg(const T *p)
{
    return *p;
}

template <class T> void __stcs(T *p, T value)
{
    *p = value;
}

template <class T> void __stcg(T *p, T value)
{
    *p = value;
}
