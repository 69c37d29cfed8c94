/* The device in a build without CUDA: every call fails with one sentence, or does nothing. */
#include "base/device/device.h"

#include <stdio.h>

static const char reason[] = "this binary was built without CUDA";

enum status device_ready(void)
{
    return fail(ST_DEVICE, "no GPU: %s", reason);
}

enum status device_exec(struct exec *out, int threads)
{
    *out = exec_host(threads);
    return device_ready();
}

void device_exec_end(struct exec *exec)
{
    (void)exec;
}

enum status device_alloc(void **out, int64_t bytes)
{
    (void)bytes;
    *out = NULL;
    return fail(ST_DEVICE, "no device memory: %s", reason);
}

void device_free(void *p)
{
    (void)p;
}

enum status device_copy(void *to, enum space to_space, const void *from, enum space from_space, int64_t bytes,
                        const struct exec *exec)
{
    (void)to, (void)to_space, (void)from, (void)from_space, (void)bytes, (void)exec;
    return device_ready();
}

enum status device_copy_within(void *to, const void *from, int64_t bytes, const struct exec *exec)
{
    (void)to, (void)from, (void)bytes, (void)exec;
    return device_ready();
}

enum status device_wait(const struct exec *exec)
{
    (void)exec;
    return device_ready();
}

enum status device_seconds(double *seconds, const struct exec *exec, enum status (*work)(void *context), void *context)
{
    (void)exec, (void)work, (void)context;
    *seconds = 0;
    return device_ready();
}

int64_t device_memory_bytes(void)
{
    return 0;
}

int64_t device_block_bytes(void)
{
    return 0;
}

struct traffic device_traffic(void)
{
    return (struct traffic){0};
}

void device_traffic_reset(void)
{
}

void device_describe(char *out, int64_t size)
{
    snprintf(out, (size_t)size, "no GPU: %s", reason);
}

enum status device_bandwidth(double *gb_s)
{
    *gb_s = 0;
    return device_ready();
}
