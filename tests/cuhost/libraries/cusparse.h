/* The part of cuSPARSE that the program uses, carried out on the host by LAPACK: libraries/cusparse.cpp. Constants have
 * cuSPARSE's values. */
#pragma once
#include <stddef.h>

#include "tests/cuhost/cuda_runtime_api.h"
#include "tests/cuhost/libraries/library_types.h"
#ifdef __cplusplus
extern "C" {
#endif

#define CUSPARSE_VER_MAJOR 12

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6
} cusparseStatus_t;
typedef struct cusparseContext *cusparseHandle_t;

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);

/* Each routine, and the one that gives the size of its buffer, for one type. */
#define COLUMNS(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, \
                                          const T *B, int ldb, size_t *bytes); \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, \
                          void *buffer);
#define STRIDED(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, \
                                          const T *x, int batch, int stride, size_t *bytes); \
    cusparseStatus_t name(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, T *x, int batch, \
                          int stride, void *buffer);
#define INTERLEAVED(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int algo, int m, const T *dl, const T *d, \
                                          const T *du, const T *x, int batch, size_t *bytes); \
    cusparseStatus_t name(cusparseHandle_t handle, int algo, int m, T *dl, T *d, T *du, T *x, int batch, void *buffer);
COLUMNS(cusparseSgtsv2, float)
COLUMNS(cusparseDgtsv2, double)
COLUMNS(cusparseSgtsv2_nopivot, float)
COLUMNS(cusparseDgtsv2_nopivot, double)
STRIDED(cusparseSgtsv2StridedBatch, float)
STRIDED(cusparseDgtsv2StridedBatch, double)
INTERLEAVED(cusparseSgtsvInterleavedBatch, float)
INTERLEAVED(cusparseDgtsvInterleavedBatch, double)
#undef COLUMNS
#undef STRIDED
#undef INTERLEAVED

#ifdef __cplusplus
}
#endif
