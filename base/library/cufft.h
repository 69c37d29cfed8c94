/* cuFFT, NVIDIA's library of Fourier transforms, or why it is not there. It is opened when first needed and linked by
 * nothing, so that a machine without it runs everything else. A build without CUDA takes base/library/cufft_none.c in
 * the place of base/library/cufft.c, the one file that includes the library's header. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ST_DEVICE and a sentence if there is no GPU, or no cuFFT of the version that this program was built for. */
enum status cufft_ready(void);

/* Version and file of the library, in one line; or why there is none. */
void cufft_describe(char *out, int64_t size);

/* Complex transforms in place of `batch` >= 1 lines of `length` >= 2 contiguous values, one line after the other; of
 * float or of double. Those that follow are there in builds with CUDA. */
struct cufft_lines {
    int64_t length, batch;
    bool is_float;
};

struct cufft_plan {
    struct cufft_lines lines;
    int handle;
    bool made;
    int64_t area_bytes; /* that it needs on the device to compute in */
};

/* Makes a plan, whose work is queued on exec's stream. ST_DEVICE; on failure cufft_plan_free still cleans up. */
enum status cufft_plan_make(struct cufft_plan *out, const struct cufft_lines *lines, const struct exec *exec);
void cufft_plan_free(struct cufft_plan *p);

/* Gives the plan its workspace: area_bytes, aligned to 256. Called before the first cufft_plan_run; the area is
 * borrowed until the plan ends. */
enum status cufft_plan_give(const struct cufft_plan *p, void *area);

/* Transforms z, [batch][length] pairs of real and imaginary parts, by e^{-2 pi i jk/n}, or inverse by e^{+2 pi i jk/n};
 * not scaled. */
enum status cufft_plan_run(const struct cufft_plan *p, void *z, bool inverse);

#ifdef __cplusplus
}
#endif
