/* A product on the device: pin.cu. */
#pragma once
#include "solvers/sparse/pin.h"

#ifdef __cplusplus
extern "C" {
#endif

void pinned_multiply_device(const struct pinned *a, const real *x, real *y);

#ifdef __cplusplus
}
#endif
