/* The kernels of a build without CUDA: never called, as device_ready fails before. */
#include "base/either_precision.h"
#include "bench/device/kernels.h"

#include <assert.h>

enum status pass_queue(enum pass which, void *const array[PASS_ARRAYS], int64_t tiles, const struct exec *exec)
{
    (void)which, (void)array, (void)tiles, (void)exec;
    return fail(ST_DEVICE, "this binary was built without CUDA");
}

int pass_arrays(enum pass which)
{
    (void)which;
    return 0;
}

const char *pass_name(enum pass which)
{
    (void)which;
    return "";
}

void rows_queue(real *to, int64_t count, int64_t run, enum rows_kind kind, const struct exec *exec)
{
    (void)to, (void)count, (void)run, (void)kind, (void)exec;
    assert(!"a device");
}

void ends_queue(real *lower, real *upper, const struct shape *shape, const struct exec *exec)
{
    (void)lower, (void)upper, (void)shape, (void)exec;
    assert(!"a device");
}
