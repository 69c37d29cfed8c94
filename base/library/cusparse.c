/* Opens cuSPARSE once, and starts handles. */
#include "base/library/cusparse_internal.h"

#include <pthread.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/library/gpu_library.h"

static struct gpu_library library = {
    .name = "cuSPARSE",
    .property = "cusparseGetProperty",
    .major = CUSPARSE_VER_MAJOR,
#ifndef BANDSTAND_CUHOST /* there the program itself has what stands in for the library */
    .places = {"libcusparse.so.12", "libcusparse.so", BANDSTAND_CUDA_FOLDER "/libcusparse.so"},
#endif
};

#define FUNCTION(name) ((__typeof__(&name))cusparse_function(#name))

void *cusparse_function(const char *name)
{
    return gpu_library_function(&library, name);
}

static void look(void)
{
    gpu_library_open(&library);
}

enum status cusparse_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const enum status gpu = device_ready();
    if (gpu != ST_OK) return fail_within(gpu, "cuSPARSE was not searched: ");
    pthread_once(&once, look);
    return gpu_library_ready(&library);
}

void cusparse_describe(char *out, int64_t size)
{
    if (cusparse_ready() != ST_OK) snprintf(out, (size_t)size, "%s", fail_text());
    else gpu_library_describe(&library, out, size);
}

enum status cusparse_check(cusparseStatus_t s, const char *what)
{
    if (s == CUSPARSE_STATUS_SUCCESS) return ST_OK;
    return fail(ST_DEVICE, "%s: %s (cuSPARSE status %d)", what, FUNCTION(cusparseGetErrorString)(s), (int)s);
}

enum status cusparse_make(cusparseHandle_t *out, const struct exec *exec)
{
    *out = NULL;
    TRY(cusparse_ready());
    TRY(cusparse_check(FUNCTION(cusparseCreate)(out), "cuSPARSE cannot be started"));
    const enum status st =
        cusparse_check(FUNCTION(cusparseSetStream)(*out, exec->stream), "cuSPARSE does not take the stream");
    if (st == ST_OK) return ST_OK;
    cusparse_free(*out);
    *out = NULL;
    return st;
}

void cusparse_free(cusparseHandle_t handle)
{
    if (handle) FUNCTION(cusparseDestroy)(handle);
}
