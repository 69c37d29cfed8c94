/* The stand-in for cuFFT transforms, overwrites its work area, and refuses arguments that the library would take
 * silently. Exit 0 if all is as expected. */
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <math.h>
#include <stdio.h>

enum { VALUES = 34, LINES = 2 };

static int broken;

#define EXPECT(holds) \
    do { \
        if (holds) break; \
        fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds); \
        broken = 1; \
    } while (0)

static cufftDoubleComplex *z; /* on the device, as the area */
static void *area;

static cufftHandle plan_of(long long n, size_t *bytes)
{
    cufftHandle plan;
    EXPECT(cufftCreate(&plan) == CUFFT_SUCCESS);
    EXPECT(cufftSetAutoAllocation(plan, 0) == CUFFT_SUCCESS);
    EXPECT(cufftMakePlanMany64(plan, 1, &n, NULL, 1, n, NULL, 1, n, CUFFT_Z2Z, LINES, bytes) == CUFFT_SUCCESS);
    EXPECT(cufftSetStream(plan, NULL) == CUFFT_SUCCESS);
    return plan;
}

static void send(const cufftDoubleComplex *v)
{
    EXPECT(cudaMemcpy(z, v, VALUES * LINES * sizeof *v, cudaMemcpyHostToDevice) == cudaSuccess);
}

static void fetch(cufftDoubleComplex *v)
{
    EXPECT(cudaMemcpy(v, z, VALUES * LINES * sizeof *v, cudaMemcpyDeviceToHost) == cudaSuccess);
}

/* The sums that define it, and back: of two lines, with a prime that needs an area. */
static void transforms(void)
{
    cufftDoubleComplex before[VALUES * LINES], after[VALUES * LINES];
    size_t bytes = 0;
    double off = 0, back = 0;
    const cufftHandle plan = plan_of(VALUES, &bytes);
    for (int k = 0; k < VALUES * LINES; k++) before[k].x = sin(3 * k), before[k].y = cos(7 * k * k);
    EXPECT(bytes > 0 && cufftSetWorkArea(plan, area) == CUFFT_SUCCESS);
    send(before);
    EXPECT(cufftExecZ2Z(plan, z, z, CUFFT_FORWARD) == CUFFT_SUCCESS);
    fetch(after);
    for (int l = 0; l < LINES; l++)
        for (int k = 0; k < VALUES; k++) {
            double re = 0, im = 0;
            for (int j = 0; j < VALUES; j++) {
                const double turn = -8 * atan(1) * (j * k % VALUES) / VALUES;
                const cufftDoubleComplex *const v = &before[l * VALUES + j];
                re += v->x * cos(turn) - v->y * sin(turn), im += v->x * sin(turn) + v->y * cos(turn);
            }
            off = fmax(off, hypot(after[l * VALUES + k].x - re, after[l * VALUES + k].y - im));
        }
    EXPECT(off < 1e-12);
    EXPECT(cufftExecZ2Z(plan, z, z, CUFFT_INVERSE) == CUFFT_SUCCESS);
    fetch(after);
    for (int k = 0; k < VALUES * LINES; k++)
        back = fmax(back, hypot(after[k].x / VALUES - before[k].x, after[k].y / VALUES - before[k].y));
    EXPECT(back < 1e-13);
    EXPECT(cudaMemcpy(before, area, sizeof *before, cudaMemcpyDeviceToHost) == cudaSuccess && isnan(before->x));
    EXPECT(cufftDestroy(plan) == CUFFT_SUCCESS && cufftDestroy(plan) == CUFFT_INVALID_PLAN);
}

static void plans(void)
{
    long long n = 4, one = 1;
    size_t bytes = 1;
    cufftHandle plan;
    EXPECT(cufftCreate(&plan) == CUFFT_SUCCESS);
    EXPECT(cufftMakePlanMany64(plan, 1, &one, NULL, 1, 1, NULL, 1, 1, CUFFT_Z2Z, 2, &bytes) == CUFFT_INVALID_SIZE);
    EXPECT(cufftMakePlanMany64(plan, 1, &n, NULL, 1, 4, NULL, 1, 4, CUFFT_Z2Z, 0, &bytes) == CUFFT_INVALID_SIZE);
    EXPECT(cufftMakePlanMany64(plan, 1, &n, NULL, 2, 4, NULL, 1, 4, CUFFT_Z2Z, 2, &bytes) == CUFFT_INVALID_VALUE);
    EXPECT(cufftMakePlanMany64(plan, 1, &n, NULL, 1, 4, NULL, 1, 4, CUFFT_Z2Z, 2, &bytes) == CUFFT_SUCCESS);
    EXPECT(bytes == 0 && cufftSetAutoAllocation(plan, 0) == CUFFT_INVALID_PLAN);
    EXPECT(cufftExecZ2Z(plan, z, z, CUFFT_FORWARD) == CUFFT_INVALID_PLAN); /* no stream */
    EXPECT(cufftDestroy(plan) == CUFFT_SUCCESS);
}

static void memory(void)
{
    size_t bytes = 0;
    cufftDoubleComplex here[VALUES * LINES] = {{0, 0}};
    const cufftHandle plan = plan_of(VALUES, &bytes);
    EXPECT(cufftExecZ2Z(plan, z, z, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    EXPECT(cufftSetWorkArea(plan, here) == CUFFT_INVALID_VALUE);
    EXPECT(cufftSetWorkArea(plan, (char *)area + 64) == CUFFT_INVALID_VALUE);
    EXPECT(cufftSetWorkArea(plan, area) == CUFFT_SUCCESS);
    EXPECT(cufftExecZ2Z(plan, here, here, CUFFT_FORWARD) == CUFFT_INVALID_VALUE);
    EXPECT(cufftExecZ2Z(plan, z + 1, z + 1, CUFFT_FORWARD) == CUFFT_INVALID_VALUE);
    EXPECT(cufftExecZ2Z(plan, z, z + VALUES, CUFFT_FORWARD) == CUFFT_INVALID_VALUE);
    EXPECT(cufftExecZ2Z(plan, z, z, 0) == CUFFT_INVALID_VALUE);
    EXPECT(cufftExecC2C(plan, (cufftComplex *)z, (cufftComplex *)z, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
    EXPECT(cufftDestroy(plan) == CUFFT_SUCCESS);
}

int main(void)
{
    int major = 0;
    EXPECT(cufftGetProperty(MAJOR_VERSION, &major) == CUFFT_SUCCESS && major == CUFFT_VER_MAJOR);
    EXPECT(cudaMalloc((void **)&z, VALUES * LINES * sizeof *z) == cudaSuccess);
    EXPECT(cudaMalloc(&area, VALUES * LINES * sizeof *z + 64) == cudaSuccess);
    transforms();
    plans();
    memory();
    EXPECT(cudaFree(z) == cudaSuccess && cudaFree(area) == cudaSuccess);
    return broken;
}
