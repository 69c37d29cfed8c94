/* Complex Fourier transforms by MKL (DFTI), of lines one after the other, in place. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct mkl_fft {
    void *handle; /* or NULL: none was made */
};

/* ST_DEVICE and a sentence if MKL is missing (base/library/mkl.h), or one without these routines. */
enum status mkl_fft_ready(void);

/* A plan for `count` >= 1 lines of `length` >= 1 complex values, of float or of double, not scaled. ST_DEVICE with
 * MKL's own sentence if it refuses. Owned by the caller; on failure there is nothing to free. */
enum status mkl_fft_make(struct mkl_fft *f, int64_t length, int64_t count, bool is_float);
void mkl_fft_free(struct mkl_fft *f);

/* Transforms z[count][length], real and imaginary parts alternating, by exp(-2 pi i j k / length), or, for the inverse,
 * the conjugate. Several threads may do so with one plan, each on an array of its own. ST_FAILED with MKL's sentence.
 */
enum status mkl_fft_run(const struct mkl_fft *f, void *z, bool inverse);
