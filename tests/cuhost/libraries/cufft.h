/* The part of cuFFT that the program uses, carried out on the host: libraries/cufft.cpp. Constants have cuFFT's values.
 */
#pragma once
#include <stddef.h>

#include "tests/cuhost/cuda_runtime_api.h"
#include "tests/cuhost/libraries/library_types.h"
#ifdef __cplusplus
extern "C" {
#endif

#define CUFFT_VER_MAJOR 12
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8
} cufftResult;
typedef enum { CUFFT_C2C = 0x29, CUFFT_Z2Z = 0x69 } cufftType;
typedef int cufftHandle;
typedef struct {
    float x, y;
} cufftComplex;
typedef struct {
    double x, y;
} cufftDoubleComplex;

cufftResult cufftGetProperty(libraryPropertyType type, int *value);
cufftResult cufftCreate(cufftHandle *plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocate);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, long long *onembed, long long ostride, long long odist, cufftType type,
                                long long batch, size_t *bytes);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetWorkArea(cufftHandle plan, void *area);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction);

#ifdef __cplusplus
}
#endif
