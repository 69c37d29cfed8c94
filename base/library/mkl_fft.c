/* Calls DFTI by the names and numbers of mkl_dfti.h: oneMKL Developer Reference for C, "Fourier Transform Functions".
 */
#include "base/library/mkl_fft.h"

#include <pthread.h>
#include <stddef.h>

#include "base/library/mkl.h"

enum { NUMBER_OF_TRANSFORMS = 7, INPUT_DISTANCE = 14, OUTPUT_DISTANCE = 15, COMPLEX_DOMAIN = 32 };

/* MKL_LONG is `long` where the integers of other routines have 32 bits. */
static const char *(*message)(long);
static long (*make_double)(void **, int, long), (*make_float)(void **, int, long);
static long (*set)(void *, int, ...), (*commit)(void *), (*release)(void **);
static long (*forward)(void *, void *, ...), (*backward)(void *, void *, ...);

static bool there;

static void find(void)
{
    if (mkl_ready() != ST_OK) return;
    *(void **)&message = mkl_function("DftiErrorMessage");
    *(void **)&make_double = mkl_function("DftiCreateDescriptor_d_1d");
    *(void **)&make_float = mkl_function("DftiCreateDescriptor_s_1d");
    *(void **)&set = mkl_function("DftiSetValue");
    *(void **)&commit = mkl_function("DftiCommitDescriptor");
    *(void **)&release = mkl_function("DftiFreeDescriptor");
    *(void **)&forward = mkl_function("DftiComputeForward");
    *(void **)&backward = mkl_function("DftiComputeBackward");
    there = message && make_double && make_float && set && commit && release && forward && backward;
}

enum status mkl_fft_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    TRY(mkl_ready());
    return there ? ST_OK : fail(ST_DEVICE, "MKL on this machine has no DFTI");
}

/* The distance between lines, in complex values. */
static long prepare(void *handle, int64_t length, int64_t count)
{
    long code = set(handle, NUMBER_OF_TRANSFORMS, (long)count);
    if (!code) code = set(handle, INPUT_DISTANCE, (long)length);
    if (!code) code = set(handle, OUTPUT_DISTANCE, (long)length);
    return code ? code : commit(handle);
}

enum status mkl_fft_make(struct mkl_fft *f, int64_t length, int64_t count, bool is_float)
{
    f->handle = NULL;
    long code = (is_float ? make_float : make_double)(&f->handle, COMPLEX_DOMAIN, (long)length);
    if (!code) code = prepare(f->handle, length, count);
    if (!code) return ST_OK;
    mkl_fft_free(f);
    return fail(ST_DEVICE, "MKL cannot plan lines of %lld values: %s", (long long)length, message(code));
}

void mkl_fft_free(struct mkl_fft *f)
{
    if (f->handle) release(&f->handle);
    f->handle = NULL;
}

enum status mkl_fft_run(const struct mkl_fft *f, void *z, bool inverse)
{
    const long code = (inverse ? backward : forward)(f->handle, z);
    return code ? fail(ST_FAILED, "MKL does not transform: %s", message(code)) : ST_OK;
}
