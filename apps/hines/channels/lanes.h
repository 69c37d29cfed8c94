/* The operations in which formulas of channels and of time steps are written, so that they are compiled for both
 * spaces: vectors as wide as the processor's in C, vectors of one lane, one per thread, in kernels. A table of
 * constants that formulas read is a FORMULA_TABLE, in the memory of the space. */
#pragma once
#ifdef __cplusplus
#include "apps/hines/channels/lane.cuh"
#else
#include "solvers/batch/simd.h"
#define FORMULA_TABLE static const
#endif

/* Before a loop that is unrolled completely. */
#ifdef __CUDACC__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif
