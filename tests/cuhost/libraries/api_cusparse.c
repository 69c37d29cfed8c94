/* The stand-in for cuSPARSE solves, overwrites all arrays that it may, and refuses arguments that the library would
 * take silently. Exit 0 if all is as expected. */
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 4, SYSTEMS = 2, VALUES = ROWS * SYSTEMS };

static int broken;

#define EXPECT(holds) \
    do { \
        if (holds) break; \
        fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds); \
        broken = 1; \
    } while (0)

/* On the device, with a buffer that is large enough for every routine. */
static double *dl, *d, *du, *x;
static char *buffer;
static cusparseHandle_t handle;

/* (-1, 2, -1) with solution 1 in all rows; interleaved if stride is SYSTEMS. */
static void fill(int stride)
{
    double a[VALUES], b[VALUES], c[VALUES], f[VALUES];
    for (int s = 0; s < SYSTEMS; s++)
        for (int i = 0; i < ROWS; i++) {
            const int k = stride == 1 ? s * ROWS + i : i * stride + s;
            a[k] = i > 0 ? -1 : 0;
            b[k] = 2;
            c[k] = i < ROWS - 1 ? -1 : 0;
            f[k] = a[k] + b[k] + c[k];
        }
    EXPECT(cudaMemcpy(dl, a, sizeof a, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(d, b, sizeof b, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(du, c, sizeof c, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cudaMemcpy(x, f, sizeof f, cudaMemcpyHostToDevice) == cudaSuccess);
}

/* The number of values of a device array that are 1, and of those that are not a number. */
static int ones(const double *p)
{
    double v[VALUES];
    int count = 0;
    EXPECT(cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int k = 0; k < VALUES; k++) count += fabs(v[k] - 1) < 1e-12;
    return count;
}

static int numbers(const double *p)
{
    double v[VALUES];
    int count = 0;
    EXPECT(cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int k = 0; k < VALUES; k++) count += !isnan(v[k]);
    return count;
}

static void solutions(void)
{
    fill(1);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, d, du, x, ROWS, buffer) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(ones(x) == VALUES && numbers(dl) == VALUES);
    fill(1);
    EXPECT(cusparseDgtsv2StridedBatch(handle, ROWS, dl, d, du, x, SYSTEMS, ROWS, buffer) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(ones(x) == VALUES && numbers(du) == VALUES);
    fill(SYSTEMS);
    EXPECT(cusparseDgtsvInterleavedBatch(handle, 2, ROWS, dl, d, du, x, SYSTEMS, buffer) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(ones(x) == VALUES && numbers(dl) == 0 && numbers(d) == 0 && numbers(du) == 0);
}

/* A singular system has no numbers in its solution. */
static void singular(void)
{
    fill(1);
    EXPECT(cudaMemset(d, 0, ROWS * sizeof *d) == cudaSuccess);
    EXPECT(cudaMemset(du, 0, ROWS * sizeof *d) == cudaSuccess);
    EXPECT(cusparseDgtsv2StridedBatch(handle, ROWS, dl, d, du, x, SYSTEMS, ROWS, buffer) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(ones(x) == ROWS && numbers(x) == ROWS);
}

static void sizes(void)
{
    size_t bytes = 0;
    EXPECT(cusparseDgtsv2_bufferSizeExt(handle, 3, 1, dl, d, du, x, 3, &bytes) == CUSPARSE_STATUS_SUCCESS && bytes > 0);
    EXPECT(cusparseDgtsv2_bufferSizeExt(handle, 2, 1, dl, d, du, x, 2, &bytes) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2_bufferSizeExt(handle, 4, 1, dl, d, du, x, 3, &bytes) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2_bufferSizeExt(handle, 3, 0, dl, d, du, x, 3, &bytes) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2_bufferSizeExt(handle, 3, 1, NULL, d, du, x, 3, &bytes) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2_bufferSizeExt(NULL, 3, 1, dl, d, du, x, 3, &bytes) == CUSPARSE_STATUS_NOT_INITIALIZED);
    EXPECT(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 3, 3, dl, d, du, x, 1, &bytes) ==
           CUSPARSE_STATUS_INVALID_VALUE);
}

static void memory(void)
{
    double here[VALUES] = {0};
    fill(1);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, here, du, x, ROWS, buffer) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, d, du, x + 1, ROWS, buffer) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, d, du, x, ROWS, buffer + 64) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, d, du, x, ROWS, dl) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(numbers(x) == VALUES && ones(x) < VALUES);
}

static void ends(void)
{
    const double one = 1;
    fill(1);
    EXPECT(cudaMemcpy(dl + ROWS, &one, sizeof one, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cusparseDgtsv2(handle, ROWS, SYSTEMS, dl, d, du, x, ROWS, buffer) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(cusparseDgtsv2StridedBatch(handle, ROWS, dl, d, du, x, SYSTEMS, ROWS, buffer) ==
           CUSPARSE_STATUS_EXECUTION_FAILED);
    fill(SYSTEMS);
    EXPECT(cudaMemcpy(du + VALUES - 1, &one, sizeof one, cudaMemcpyHostToDevice) == cudaSuccess);
    EXPECT(cusparseDgtsvInterleavedBatch(handle, 0, ROWS, dl, d, du, x, SYSTEMS, buffer) ==
           CUSPARSE_STATUS_EXECUTION_FAILED);
}

static void handles(void)
{
    cusparseHandle_t other;
    size_t bytes;
    int major = 0;
    EXPECT(cusparseGetProperty(MAJOR_VERSION, &major) == CUSPARSE_STATUS_SUCCESS && major == CUSPARSE_VER_MAJOR);
    EXPECT(cusparseCreate(&other) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(cusparseDgtsv2_bufferSizeExt(other, 3, 1, dl, d, du, x, 3, &bytes) == CUSPARSE_STATUS_INVALID_VALUE);
    EXPECT(cusparseDestroy(other) == CUSPARSE_STATUS_SUCCESS);
}

int main(void)
{
    enum { BYTES = VALUES * sizeof *x };
    double **const array[] = {&dl, &d, &du, &x};
    for (int k = 0; k < 4; k++) EXPECT(cudaMalloc((void **)array[k], BYTES) == cudaSuccess);
    EXPECT(cudaMalloc((void **)&buffer, 1 << 10) == cudaSuccess);
    EXPECT(cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS);
    EXPECT(cusparseSetStream(handle, NULL) == CUSPARSE_STATUS_SUCCESS);
    solutions();
    singular();
    sizes();
    memory();
    ends();
    handles();
    EXPECT(cusparseDestroy(handle) == CUSPARSE_STATUS_SUCCESS);
    for (int k = 0; k < 4; k++) EXPECT(cudaFree(*array[k]) == cudaSuccess);
    EXPECT(cudaFree(buffer) == cudaSuccess);
    return broken;
}
