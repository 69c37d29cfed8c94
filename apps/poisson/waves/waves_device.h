/* Kernels for the operations on waves on a GPU. Arrays are there; what is queued is done in the order of exec's stream.
 * Builds without CUDA have none of these, and never call them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/real.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Divides waves i, j, k at u[i + j stride[1] + k stride[2]] by the sum of their eigenvalues and `loss`. */
struct wave_division {
    int64_t n[3], stride[3];
    const double *eigenvalue[3]; /* [n] of each axis */
    double loss, mean;
    bool singular; /* then wave 0 becomes `mean` */
};
void waves_divide_device(const struct wave_division *d, real *u, const struct exec *exec);

/* line[i] = u[i step] for i < n, or back. */
void waves_take_line_device(real *line, const real *u, int64_t n, int64_t step, const struct exec *exec);
void waves_put_line_device(const real *line, real *u, int64_t n, int64_t step, const struct exec *exec);

#ifdef __cplusplus
}
#endif
