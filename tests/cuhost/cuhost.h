/* CUDA C++ as g++ reads it: g++ -x c++ -include tests/cuhost/cuhost.h kernel.cu compiles a .cu file for the host, where
 * the runtime of this folder runs every CUDA thread as a fiber. README.md says what that finds. */
#pragma once
#define BANDSTAND_CUHOST 1
#include "tests/cuhost/arithmetic.h"
#include "tests/cuhost/atomics.h"
#include "tests/cuhost/collectives.h"
#include "tests/cuhost/cuda_runtime_api.h"
#include "tests/cuhost/launch.h"
#include "tests/cuhost/vectors.h"

#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __forceinline__ inline

#define threadIdx (cuhost::place->thread)
#define blockIdx (cuhost::place->block)
#define blockDim (cuhost::place->threads)
#define gridDim (cuhost::place->blocks)
#define warpSize 32
