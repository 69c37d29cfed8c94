/* The properties of the device, and the limits of a launch. */
#include <limits.h>
#include <string.h>

#include <vector>

#include "tests/cuhost/device.h"
#include "tests/cuhost/fault.h"
#include "tests/cuhost/schedule.h"
#include "tests/cuhost/setting.h"

namespace cuhost
{
namespace
{
struct allowance {
    const void *kernel;
    size_t shared_bytes;
};
std::vector<allowance> allowances;

size_t shared_bytes_allowed(const void *kernel)
{
    for (const allowance &a : allowances)
        if (a.kernel == kernel) return a.shared_bytes;
    return BLOCK_SHARED_BYTES;
}

size_t shared_bytes_asked()
{
    static const size_t bytes = setting("CUHOST_SHARED_KIB", BLOCK_SHARED_KIB_ASKED, 48, BLOCK_SHARED_KIB_ASKED) << 10;
    return bytes;
}

const dim3 BLOCKS(INT_MAX, 65535, 65535), THREADS(1024, 1024, 64);

bool within(dim3 n, dim3 limit)
{
    return n.x >= 1 && n.y >= 1 && n.z >= 1 && n.x <= limit.x && n.y <= limit.y && n.z <= limit.z;
}
} // namespace

bool fit_together(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes)
{
    int each = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, static_cast<int>(threads.x * threads.y * threads.z),
                                                  shared_bytes);
    const uint64_t most = static_cast<uint64_t>(each) * static_cast<uint64_t>(schedule_resident());
    const uint64_t wanted = static_cast<uint64_t>(blocks.x) * blocks.y * blocks.z;
    if (wanted <= most) return true;
    refuse(cudaErrorCooperativeLaunchTooLarge, "%u blocks cannot be on the device at once, but %u",
           static_cast<unsigned>(wanted), static_cast<unsigned>(most));
    return false;
}

cudaError_t limits_check(const void *kernel, dim3 blocks, dim3 threads, size_t shared_bytes)
{
    if (!within(blocks, BLOCKS))
        return refuse(cudaErrorInvalidConfiguration, "a grid cannot have %u x %u x %u blocks", blocks.x, blocks.y,
                      blocks.z);
    if (!within(threads, THREADS) || threads.x * threads.y * threads.z > BLOCK_THREADS)
        return refuse(cudaErrorInvalidConfiguration, "a block cannot have %u x %u x %u threads", threads.x, threads.y,
                      threads.z);
    if (shared_bytes > shared_bytes_allowed(kernel))
        return refuse(cudaErrorInvalidValue,
                      "%zu bytes of dynamic shared memory, where the kernel may have %zu; see cudaFuncSetAttribute",
                      shared_bytes, shared_bytes_allowed(kernel));
    return cudaSuccess;
}
} // namespace cuhost

using namespace cuhost;

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value)
{
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return verdict();
    if (value < 0 || static_cast<size_t>(value) > shared_bytes_asked())
        return refuse(cudaErrorInvalidValue, "cudaFuncSetAttribute: %d bytes of shared memory, where a block has %zu",
                      value, shared_bytes_asked());
    allowances.insert(allowances.begin(), {kernel, static_cast<size_t>(value)});
    return verdict();
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads,
                                                          size_t shared_bytes)
{
    *blocks = threads <= BLOCK_THREADS && shared_bytes <= shared_bytes_allowed(kernel);
    return verdict();
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = (int)setting("CUHOST_DEVICES", 1, 0, 1);
    return verdict();
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? verdict() : failed(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return verdict();
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    if (device != 0) return failed(cudaErrorInvalidDevice);
    *p = {};
    strcpy(p->name, "cuhost");
    size_t unused;
    cudaMemGetInfo(&unused, &p->totalGlobalMem);
    p->sharedMemPerBlock = BLOCK_SHARED_BYTES;
    p->sharedMemPerBlockOptin = shared_bytes_asked();
    p->sharedMemPerMultiprocessor = MULTIPROCESSOR_SHARED_BYTES;
    p->major = 9;
    p->warpSize = LANES;
    p->multiProcessorCount = schedule_resident();
    p->l2CacheSize = CACHE_BYTES;
    p->maxThreadsPerBlock = BLOCK_THREADS;
    p->maxThreadsPerMultiProcessor = MULTIPROCESSOR_THREADS;
    const unsigned threads[] = {THREADS.x, THREADS.y, THREADS.z}, blocks[] = {BLOCKS.x, BLOCKS.y, BLOCKS.z};
    for (int k = 0; k < 3; k++) {
        p->maxThreadsDim[k] = static_cast<int>(threads[k]);
        p->maxGridSize[k] = static_cast<int>(blocks[k]);
    }
    return verdict();
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    struct cudaDeviceProp p;
    if (const cudaError_t e = cudaGetDeviceProperties(&p, device)) return e;
    const struct {
        enum cudaDeviceAttr attribute;
        int value;
    } known[] = {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<int>(p.sharedMemPerBlock)},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrL2CacheSize, p.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, static_cast<int>(p.sharedMemPerMultiprocessor)},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<int>(p.sharedMemPerBlockOptin)},
    };
    for (const auto &k : known) {
        if (k.attribute != attribute) continue;
        *value = k.value;
        return verdict();
    }
    return refuse(cudaErrorInvalidValue, "cudaDeviceGetAttribute: attribute %d is not known here", attribute);
}

cudaError_t cudaDeviceSynchronize()
{
    return verdict();
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return verdict();
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return verdict();
}
