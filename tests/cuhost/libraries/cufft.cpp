/* The stand-in for cuFFT: complex transforms by the prime factors of their length, in long double. It checks the
 * conditions that the library demands unchecked, and its work area is overwritten with NaN, so that mistakes are
 * detected. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <complex>
#include <map>
#include <vector>

#include "tests/cuhost/device_memory.h"
#include "tests/cuhost/libraries/cufft.h"
#include "tests/cuhost/runtime.h"

namespace
{
using value = std::complex<long double>;
enum { ALIGNMENT = 256, SMALL_PRIME = 13 };

struct plan {
    bool allocates = true, made = false, has_stream = false;
    cufftType type;
    long long length, batch;
    size_t bytes;
    void *area = nullptr;
};

std::map<cufftHandle, plan> plans;
cufftHandle last;

[[gnu::format(printf, 2, 3)]] cufftResult refuse(cufftResult result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("cuhost: cuFFT: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return result;
}

plan *find(cufftHandle handle)
{
    const auto at = plans.find(handle);
    return at == plans.end() ? nullptr : &at->second;
}

long long prime_factor(long long n)
{
    long long p = 2;
    while (p * p <= n && n % p) p++;
    return n % p ? n : p;
}

/* As the library for lengths with large primes: some memory per line. */
size_t area_bytes(long long length, long long batch, cufftType type)
{
    long long largest = 1;
    for (long long n = length; n > 1; n /= prime_factor(n)) largest = std::max(largest, prime_factor(n));
    return largest <= SMALL_PRIME ? 0 : static_cast<size_t>(length * batch) * (type == CUFFT_Z2Z ? 16 : 8);
}

/* A circle of `length` steps, `stride` of them a step of this part: n values of z, `stride` apart, to out. */
void transform(const value *z, long long n, long long stride, const std::vector<value> &circle, value *out)
{
    const long long p = prime_factor(n), m = n / p;
    if (n == 1) {
        *out = *z;
        return;
    }
    std::vector<value> part(static_cast<size_t>(n));
    for (long long r = 0; r < p; r++) transform(z + r * stride, m, p * stride, circle, &part[r * m]);
    for (long long k = 0; k < n; k++) {
        out[k] = 0;
        for (long long r = 0; r < p; r++) out[k] += part[r * m + k % m] * circle[r * k % n * stride];
    }
}

template <class T> void transform_lines(const plan &p, T *z, int direction)
{
    const size_t n = static_cast<size_t>(p.length);
    std::vector<value> circle(n), line(n), out(n);
    const long double turn = direction * 2 * 3.141592653589793238462643383L / (long double)n;
    for (size_t k = 0; k < n; k++) circle[k] = std::polar(1.0L, turn * (long double)k);
    for (long long b = 0; b < p.batch; b++, z += n) {
        for (size_t k = 0; k < n; k++) line[k] = value(z[k].x, z[k].y);
        transform(line.data(), p.length, 1, circle, out.data());
        for (size_t k = 0; k < n; k++)
            z[k] = {static_cast<decltype(z->x)>(out[k].real()), static_cast<decltype(z->y)>(out[k].imag())};
    }
}

template <class T> cufftResult run(cufftHandle handle, cufftType type, T *in, T *out, int direction)
{
    const std::lock_guard alone(cuhost::device);
    const plan *const p = find(handle);
    if (!p || !p->made || p->type != type) return refuse(CUFFT_INVALID_PLAN, "no such plan");
    if (!p->has_stream) return refuse(CUFFT_INVALID_PLAN, "the plan was never given a stream");
    if (p->allocates || (p->bytes && !p->area)) return refuse(CUFFT_INVALID_PLAN, "the plan has no work area");
    const size_t bytes = static_cast<size_t>(p->length * p->batch) * sizeof *in;
    if (in != out) return refuse(CUFFT_INVALID_VALUE, "not in place");
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return refuse(CUFFT_INVALID_VALUE, "no direction");
    if (!cuhost::device_memory_holds(in, bytes) || reinterpret_cast<uintptr_t>(in) % sizeof *in)
        return refuse(CUFFT_INVALID_VALUE, "the lines are not %zu aligned bytes of the device", bytes);
    cuhost::device_memory_show();
    if (p->bytes) memset(p->area, cuhost::NAN_BYTE, p->bytes);
    transform_lines(*p, in, direction);
    cuhost::device_memory_hide();
    return CUFFT_SUCCESS;
}
} // namespace

#pragma GCC visibility push(default)

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION ? CUFFT_VER_MAJOR : 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftCreate(cufftHandle *handle)
{
    const std::lock_guard alone(cuhost::device);
    plans[ *handle = ++last] = plan();
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle)
{
    const std::lock_guard alone(cuhost::device);
    return plans.erase(handle) ? CUFFT_SUCCESS : refuse(CUFFT_INVALID_PLAN, "no such plan");
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int allocate)
{
    const std::lock_guard alone(cuhost::device);
    plan *const p = find(handle);
    if (!p || p->made) return refuse(CUFFT_INVALID_PLAN, "no such plan, or one that is made");
    p->allocates = allocate;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist, cufftType type,
                                long long batch, size_t *bytes)
{
    const std::lock_guard alone(cuhost::device);
    plan *const p = find(handle);
    if (!p || p->made) return refuse(CUFFT_INVALID_PLAN, "no such plan, or one that is made");
    if (rank != 1 || inembed || onembed || istride != 1 || ostride != 1 || idist != *n || odist != *n)
        return refuse(CUFFT_INVALID_VALUE, "other than contiguous lines");
    if (*n < 2 || batch < 1) return refuse(CUFFT_INVALID_SIZE, "%lld lines of %lld values", batch, *n);
    if (type != CUFFT_C2C && type != CUFFT_Z2Z) return refuse(CUFFT_INVALID_VALUE, "other than complex lines");
    p->made = true, p->type = type, p->length = *n, p->batch = batch;
    *bytes = p->bytes = area_bytes(*n, batch, type);
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t)
{
    const std::lock_guard alone(cuhost::device);
    plan *const p = find(handle);
    if (!p) return refuse(CUFFT_INVALID_PLAN, "no such plan");
    p->has_stream = true;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetWorkArea(cufftHandle handle, void *area)
{
    const std::lock_guard alone(cuhost::device);
    plan *const p = find(handle);
    if (!p || !p->made) return refuse(CUFFT_INVALID_PLAN, "no such plan");
    if (p->bytes && (!cuhost::device_memory_holds(area, p->bytes) || reinterpret_cast<uintptr_t>(area) % ALIGNMENT))
        return refuse(CUFFT_INVALID_VALUE, "the work area is not %zu aligned bytes of the device", p->bytes);
    p->area = area;
    return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle handle, cufftComplex *in, cufftComplex *out, int direction)
{
    return run(handle, CUFFT_C2C, in, out, direction);
}

cufftResult cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return run(handle, CUFFT_Z2Z, in, out, direction);
}

#pragma GCC visibility pop
