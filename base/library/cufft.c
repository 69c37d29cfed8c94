/* Opens cuFFT once, and makes plans. */
#include "base/library/cufft.h"

#include <cufft.h>
#include <pthread.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/library/gpu_library.h"

#define TEXT_OF(number) #number
#define FILE_OF(number) "libcufft.so." TEXT_OF(number)

static struct gpu_library library = {
    .name = "cuFFT",
    .property = "cufftGetProperty",
    .major = CUFFT_VER_MAJOR,
#ifndef BANDSTAND_CUHOST /* there the program itself has what stands in for the library */
    .places = {FILE_OF(CUFFT_VER_MAJOR), "libcufft.so", BANDSTAND_CUDA_FOLDER "/libcufft.so"},
#endif
};

#define FUNCTION(name) ((__typeof__(&name))gpu_library_function(&library, #name))

static void look(void)
{
    gpu_library_open(&library);
}

enum status cufft_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const enum status gpu = device_ready();
    if (gpu != ST_OK) return fail_within(gpu, "cuFFT was not searched: ");
    pthread_once(&once, look);
    return gpu_library_ready(&library);
}

void cufft_describe(char *out, int64_t size)
{
    if (cufft_ready() != ST_OK) snprintf(out, (size_t)size, "%s", fail_text());
    else gpu_library_describe(&library, out, size);
}

static enum status check(cufftResult r, const char *what)
{
    static const char *const reasons[] = {
        [CUFFT_INVALID_PLAN] = "no such plan",         [CUFFT_ALLOC_FAILED] = "too little memory of the device",
        [CUFFT_INVALID_VALUE] = "an invalid argument", [CUFFT_INTERNAL_ERROR] = "an internal error",
        [CUFFT_EXEC_FAILED] = "a kernel failed",       [CUFFT_SETUP_FAILED] = "it cannot be started",
        [CUFFT_INVALID_SIZE] = "an unsupported length"};
    if (r == CUFFT_SUCCESS) return ST_OK;
    const bool known = (size_t)r < sizeof reasons / sizeof *reasons && reasons[r];
    return fail(ST_DEVICE, "cuFFT %s: %s (result %d)", what, known ? reasons[r] : "it does not say why", (int)r);
}

enum status cufft_plan_make(struct cufft_plan *out, const struct cufft_lines *lines, const struct exec *exec)
{
    static const char what[] = "makes no plan";
    long long length = lines->length;
    size_t bytes = 0;
    *out = (struct cufft_plan){.lines = *lines};
    TRY(cufft_ready());
    TRY(check(FUNCTION(cufftCreate)(&out->handle), what));
    out->made = true;
    TRY(check(FUNCTION(cufftSetAutoAllocation)(out->handle, 0), what));
    TRY(check(FUNCTION(cufftMakePlanMany64)(out->handle, 1, &length, NULL, 1, length, NULL, 1, length,
                                            lines->is_float ? CUFFT_C2C : CUFFT_Z2Z, lines->batch, &bytes),
              what));
    out->area_bytes = (int64_t)bytes;
    return check(FUNCTION(cufftSetStream)(out->handle, exec->stream), "does not take the stream");
}

void cufft_plan_free(struct cufft_plan *p)
{
    if (p->made) FUNCTION(cufftDestroy)(p->handle);
    p->made = false;
}

enum status cufft_plan_give(const struct cufft_plan *p, void *area)
{
    return check(FUNCTION(cufftSetWorkArea)(p->handle, area), "does not take its work area");
}

enum status cufft_plan_run(const struct cufft_plan *p, void *z, bool inverse)
{
    const int direction = inverse ? CUFFT_INVERSE : CUFFT_FORWARD;
    return check(p->lines.is_float ? FUNCTION(cufftExecC2C)(p->handle, z, z, direction)
                                   : FUNCTION(cufftExecZ2Z)(p->handle, z, z, direction),
                 "transforms nothing");
}
