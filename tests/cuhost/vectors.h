/* CUDA's vector types, aligned as on the device, so that -fsanitize=alignment detects accesses on which a GPU would
 * trap. */
#pragma once

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned nx = 1, unsigned ny = 1, unsigned nz = 1) : x(nx), y(ny), z(nz)
    {
    }
};

#define CUHOST_VECTORS(T, name) \
    struct alignas(2 * sizeof(T)) name##2 \
    { \
        T x, y; \
    }; \
    struct alignas(16) name##4 \
    { \
        T x, y, z, w; \
    }; \
    inline name##2 make_##name##2(T x, T y) \
    { \
        return {x, y}; \
    } \
    inline name##4 make_##name##4(T x, T y, T z, T w) \
    { \
        return {x, y, z, w}; \
    }
CUHOST_VECTORS(int, int)
CUHOST_VECTORS(unsigned, uint)
CUHOST_VECTORS(float, float)
CUHOST_VECTORS(double, double)
CUHOST_VECTORS(long long, longlong)
CUHOST_VECTORS(unsigned long long, ulonglong)
#undef CUHOST_VECTORS
