/* Allocations, and copies that must keep within one. New memory is full of NaN. */
#include "tests/cuhost/device_memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

#include "tests/cuhost/fault.h"
#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/setting.h"

namespace cuhost
{
std::recursive_mutex device;

namespace
{
struct allocation {
    char *start;
    size_t bytes;
    size_t offset(const void *p) const
    {
        return static_cast<size_t>(static_cast<const char *>(p) - start);
    }
};
std::vector<allocation> live;
size_t held;
enum { ALIGNMENT = 256 };

size_t memory_total()
{
    static const size_t bytes = setting("CUHOST_MEMORY_MIB", 4096, 1, 1 << 30) << 20;
    return bytes;
}

/* The allocation that the address is in, or NULL. */
const allocation *find(const void *p)
{
    const auto address = reinterpret_cast<uintptr_t>(p);
    for (const allocation &a : live) {
        const auto start = reinterpret_cast<uintptr_t>(a.start);
        if (address >= start && address < start + a.bytes) return &a;
    }
    return nullptr;
}

/* One end of a copy, and whether it is to be on the device. */
cudaError_t end_check(const char *call, const void *p, size_t bytes, bool device)
{
    const allocation *const a = find(p);
    if (!device && a) return refuse(cudaErrorInvalidValue, "%s: %p is on the device, not on the host", call, p);
    if (!device) return cudaSuccess;
    if (!a) return refuse(cudaErrorInvalidValue, "%s: %p is not on the device", call, p);
    const size_t offset = a->offset(p);
    if (bytes <= a->bytes - offset) return cudaSuccess;
    return refuse(cudaErrorInvalidValue, "%s: %zu bytes from byte %zu of an allocation of %zu", call, bytes, offset,
                  a->bytes);
}

/* Lets the runtime itself reach an allocation. */
struct opened {
    const allocation *const a;
    explicit opened(const void *p) : a(find(p))
    {
        if (a) memory_show(a->start, a->bytes);
    }
    ~opened()
    {
        if (a) memory_hide(a->start, a->bytes);
    }
};
} // namespace

bool device_memory_holds(const void *p, size_t bytes)
{
    const allocation *const a = find(p);
    return a && bytes <= a->bytes - a->offset(p);
}

void device_memory_show()
{
    for (const allocation &a : live) memory_show(a.start, a.bytes);
}

void device_memory_hide()
{
    for (const allocation &a : live) memory_hide(a.start, a.bytes);
}
} // namespace cuhost

using namespace cuhost;

cudaError_t cudaMalloc(void **p, size_t bytes)
{
    const std::lock_guard alone(device);
    *p = nullptr;
    if (verdict() != cudaSuccess || bytes == 0) return verdict();
    if (bytes > memory_total() - held || posix_memalign(p, ALIGNMENT, bytes) != 0)
        return failed(cudaErrorMemoryAllocation);
    memset(*p, NAN_BYTE, bytes);
    memory_hide(*p, bytes);
    live.push_back({static_cast<char *>(*p), bytes});
    held += bytes;
    return cudaSuccess;
}

cudaError_t cudaFree(void *p)
{
    const std::lock_guard alone(device);
    if (!p) return verdict();
    for (allocation &a : live) {
        if (a.start != p) continue;
        memory_show(a.start, a.bytes);
        held -= a.bytes;
        a = live.back();
        live.pop_back();
        free(p);
        return verdict();
    }
    return refuse(cudaErrorInvalidValue, "cudaFree: %p is not the start of an allocation", p);
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
    *p = nullptr;
    if (verdict() != cudaSuccess || bytes == 0) return verdict();
    return posix_memalign(p, ALIGNMENT, bytes) == 0 ? cudaSuccess : failed(cudaErrorMemoryAllocation);
}

cudaError_t cudaFreeHost(void *p)
{
    free(p);
    return verdict();
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    const std::lock_guard alone(device);
    if (verdict() != cudaSuccess || bytes == 0) return verdict();
    if (kind > cudaMemcpyDefault) return refuse(cudaErrorInvalidMemcpyDirection, "cudaMemcpy: no direction %d", kind);
    const bool guess = kind == cudaMemcpyDefault;
    const bool to_device = guess ? find(to) != nullptr : kind & cudaMemcpyHostToDevice;
    const bool from_device = guess ? find(from) != nullptr : kind & cudaMemcpyDeviceToHost;
    if (const cudaError_t e = end_check("cudaMemcpy to", to, bytes, to_device)) return e;
    if (const cudaError_t e = end_check("cudaMemcpy from", from, bytes, from_device)) return e;
    const opened target(to), source(from);
    memmove(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *p, int byte, size_t bytes)
{
    const std::lock_guard alone(device);
    if (verdict() != cudaSuccess || bytes == 0) return verdict();
    if (const cudaError_t e = end_check("cudaMemset of", p, bytes, true)) return e;
    const opened target(p);
    memset(p, byte, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    const std::lock_guard alone(device);
    *total = memory_total();
    *unused = *total - held;
    return verdict();
}
