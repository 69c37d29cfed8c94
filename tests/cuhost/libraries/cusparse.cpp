/* The stand-in for cuSPARSE: LAPACK's elimination with pivoting for every routine. It checks the conditions that the
 * library demands unchecked, and overwrites with NaN the arrays that the library may overwrite, so that a caller's
 * mistake is detected. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <vector>

#include "tests/cuhost/device_memory.h"
#include "tests/cuhost/libraries/cusparse.h"
#include "tests/cuhost/runtime.h"

extern "C" {
void sgtsv_(const int *n, const int *nrhs, float *dl, float *d, float *du, float *b, const int *ldb, int *info);
void dgtsv_(const int *n, const int *nrhs, double *dl, double *d, double *du, double *b, const int *ldb, int *info);
}

struct cusparseContext {
    bool has_stream;
};

namespace
{
enum { ALIGNMENT = 128, FEWEST_ROWS = 3, ALGORITHMS = 3 };

int gtsv(int n, float *dl, float *d, float *du, float *b)
{
    int one = 1, info;
    sgtsv_(&n, &one, dl, d, du, b, &n, &info);
    return info;
}

int gtsv(int n, double *dl, double *d, double *du, double *b)
{
    int one = 1, info;
    dgtsv_(&n, &one, dl, d, du, b, &n, &info);
    return info;
}

[[gnu::format(printf, 2, 3)]] cusparseStatus_t refuse(cusparseStatus_t status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("cuhost: cuSPARSE: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return status;
}

/* Row i of system s is at i * stride + s * distance of x, and of the matrix too unless all have the same one. */
struct layout {
    cusparseHandle_t handle;
    int64_t rows, systems, stride, distance;
    bool one_matrix, interleaved; /* then the matrices are overwritten */
    int algorithm;

    int64_t extent(bool matrix) const
    {
        return (rows - 1) * stride + (matrix && one_matrix ? 0 : (systems - 1) * distance) + 1;
    }
    /* Some of it for all, and some for each system. */
    size_t buffer_bytes(size_t value) const
    {
        return static_cast<size_t>(rows * systems + 17) * value;
    }
};

cusparseStatus_t layout_check(const layout &l)
{
    if (!l.handle) return refuse(CUSPARSE_STATUS_NOT_INITIALIZED, "no handle");
    if (!l.handle->has_stream) return refuse(CUSPARSE_STATUS_INVALID_VALUE, "the handle was never given a stream");
    if (l.rows < FEWEST_ROWS || l.systems < 1)
        return refuse(CUSPARSE_STATUS_INVALID_VALUE, "%d systems of %d rows", (int)l.systems, (int)l.rows);
    if (!l.interleaved && l.distance < l.rows)
        return refuse(CUSPARSE_STATUS_INVALID_VALUE, "systems of %d rows %d apart", (int)l.rows, (int)l.distance);
    if (l.algorithm < 0 || l.algorithm >= ALGORITHMS)
        return refuse(CUSPARSE_STATUS_INVALID_VALUE, "no algorithm %d", l.algorithm);
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T>
cusparseStatus_t size(const layout &l, const T *dl, const T *d, const T *du, const T *x, size_t *bytes)
{
    if (const cusparseStatus_t s = layout_check(l)) return s;
    if (!dl || !d || !du || !x) return refuse(CUSPARSE_STATUS_INVALID_VALUE, "an array is NULL");
    *bytes = l.buffer_bytes(sizeof(T));
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T>
cusparseStatus_t memory_check(const layout &l, const T *dl, const T *d, const T *du, const T *x, const void *buffer)
{
    const size_t matrix = static_cast<size_t>(l.extent(true)) * sizeof(T);
    const struct {
        const char *name;
        const void *start;
        size_t bytes;
    } arrays[] = {{"dl", dl, matrix},
                  {"d", d, matrix},
                  {"du", du, matrix},
                  {"x", x, static_cast<size_t>(l.extent(false)) * sizeof(T)},
                  {"the buffer", buffer, l.buffer_bytes(sizeof(T))}};
    for (const auto &p : arrays)
        if (!cuhost::device_memory_holds(p.start, p.bytes))
            return refuse(CUSPARSE_STATUS_INVALID_VALUE, "%s is not %zu bytes of the device", p.name, p.bytes);
    if (reinterpret_cast<uintptr_t>(buffer) % ALIGNMENT)
        return refuse(CUSPARSE_STATUS_INVALID_VALUE, "the buffer does not start at a multiple of %d", ALIGNMENT);
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T> void spoil(T *p, int64_t count)
{
    memset(p, cuhost::NAN_BYTE, static_cast<size_t>(count) * sizeof *p);
}

/* One system; false if an element that must be 0 is not. A singular one has no number in its solution. */
template <class T> bool solve_one(const layout &l, int64_t s, const T *dl, const T *d, const T *du, T *x)
{
    const size_t n = static_cast<size_t>(l.rows);
    const int64_t first = l.one_matrix ? 0 : s * l.distance, last = first + (l.rows - 1) * l.stride;
    std::vector<T> row[4];
    if (dl[first] != 0 || du[last] != 0) return false;
    for (auto &r : row) r.resize(n);
    for (size_t i = 0; i < n; i++) {
        const int64_t k = static_cast<int64_t>(i) * l.stride;
        row[0][i] = dl[first + k];
        row[1][i] = d[first + k];
        row[2][i] = du[first + k];
        row[3][i] = x[s * l.distance + k];
    }
    if (gtsv(static_cast<int>(n), &row[0][1], &row[1][0], &row[2][0], &row[3][0])) spoil(&row[3][0], l.rows);
    for (size_t i = 0; i < n; i++) x[s * l.distance + static_cast<int64_t>(i) * l.stride] = row[3][i];
    return true;
}

template <class T> cusparseStatus_t solve_all(const layout &l, const T *dl, const T *d, const T *du, T *x)
{
    for (int64_t s = 0; s < l.systems; s++)
        if (!solve_one(l, s, dl, d, du, x))
            return refuse(CUSPARSE_STATUS_EXECUTION_FAILED, "system %d: dl[0] or du[m - 1] is not 0", (int)s);
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T> cusparseStatus_t solve(const layout &l, const T *dl, const T *d, const T *du, T *x, void *buffer)
{
    const std::lock_guard alone(cuhost::device);
    if (const cusparseStatus_t s = layout_check(l)) return s;
    if (const cusparseStatus_t s = memory_check(l, dl, d, du, x, buffer)) return s;
    cuhost::device_memory_show();
    memset(buffer, cuhost::NAN_BYTE, l.buffer_bytes(sizeof(T)));
    const cusparseStatus_t status = solve_all(l, dl, d, du, x);
    for (const T *p : {dl, d, du})
        if (l.interleaved) spoil(const_cast<T *>(p), l.extent(true));
    cuhost::device_memory_hide();
    return status;
}

layout columns(cusparseHandle_t handle, int m, int n, int ldb)
{
    return {handle, m, n, 1, ldb, true, false, 0};
}

layout strided(cusparseHandle_t handle, int m, int batch, int stride)
{
    return {handle, m, batch, 1, stride, false, false, 0};
}

layout interleaved(cusparseHandle_t handle, int algo, int m, int batch)
{
    return {handle, m, batch, batch, 1, false, true, algo};
}
} // namespace

#pragma GCC visibility push(default)

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    *value = type == MAJOR_VERSION ? CUSPARSE_VER_MAJOR : 0;
    return CUSPARSE_STATUS_SUCCESS;
}

const char *cusparseGetErrorString(cusparseStatus_t)
{
    return "the sentence before this one says why";
}

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    *handle = new cusparseContext{false};
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    delete handle;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t)
{
    handle->has_stream = true;
    return CUSPARSE_STATUS_SUCCESS;
}

#define COLUMNS(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, \
                                          const T *B, int ldb, size_t *bytes) \
    { \
        return size(columns(handle, m, n, ldb), dl, d, du, B, bytes); \
    } \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, \
                          void *buffer) \
    { \
        return solve(columns(handle, m, n, ldb), dl, d, du, B, buffer); \
    }
#define STRIDED(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, \
                                          const T *x, int batch, int stride, size_t *bytes) \
    { \
        return size(strided(handle, m, batch, stride), dl, d, du, x, bytes); \
    } \
    cusparseStatus_t name(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, T *x, int batch, \
                          int stride, void *buffer) \
    { \
        return solve(strided(handle, m, batch, stride), dl, d, du, x, buffer); \
    }
#define INTERLEAVED(name, T) \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int algo, int m, const T *dl, const T *d, \
                                          const T *du, const T *x, int batch, size_t *bytes) \
    { \
        return size(interleaved(handle, algo, m, batch), dl, d, du, x, bytes); \
    } \
    cusparseStatus_t name(cusparseHandle_t handle, int algo, int m, T *dl, T *d, T *du, T *x, int batch, void *buffer) \
    { \
        return solve(interleaved(handle, algo, m, batch), dl, d, du, x, buffer); \
    }
COLUMNS(cusparseSgtsv2, float)
COLUMNS(cusparseDgtsv2, double)
COLUMNS(cusparseSgtsv2_nopivot, float)
COLUMNS(cusparseDgtsv2_nopivot, double)
STRIDED(cusparseSgtsv2StridedBatch, float)
STRIDED(cusparseDgtsv2StridedBatch, double)
INTERLEAVED(cusparseSgtsvInterleavedBatch, float)
INTERLEAVED(cusparseDgtsvInterleavedBatch, double)

#pragma GCC visibility pop
