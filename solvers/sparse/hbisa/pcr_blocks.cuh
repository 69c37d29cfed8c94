/* Diagonal blocks eliminated by parallel cyclic reduction, one thread per row, once for many right sides.
 *
 * With the row divided by its diagonal, a x_(p-s) + x_p + c x_(p+s) = d, and v = 1 / (1 - a c_(p-s) - c a_(p+s)), step
 * s = 1, 2, 4, ... of Hockney 1965 makes of it the row of 2 s: a' = -a v a_(p-s)     c' = -c v c_(p+s)     d' = v d -
 * (a v) d_(p-s) - (c v) d_(p+s) What does not depend on d, 1 / b and v, a v, c v of all steps, is kept. Stable for
 * dominant matrices; of an M-matrix nothing is subtracted but in v. 5 flops a row and step. */
#pragma once
#include "base/device/gpu.h"

/* Factors of `rows` rows: [1 + 3 steps][rows]. */
struct reduction {
    real *factor;
    int64_t rows;
    int block, steps;
};

/* The steps of cyclic reduction for a block so wide, log2(block) rounded up. */
static inline EITHER_SPACE int reduction_steps(int64_t block)
{
    int steps = 0;
    while ((int64_t)1 << steps < block) steps++;
    return steps;
}

/* Factors row `at`, row p of its block, with coefficients a, b, c; `here` is its place in shared memory of two values a
 * thread. `there`: is there such a row? All threads of the block must call. */
__device__ __forceinline__ void reduction_make(const struct reduction &r, int64_t at, int p, bool there, real a, real b,
                                               real c, real *row, int width, int here)
{
    const real inverse = RC(1.0) / b;
    real *const above = row, *const below = row + width;
    if (there) r.factor[at] = inverse;
    a = p > 0 ? a * inverse : RC(0.0);
    c = p + 1 < r.block ? c * inverse : RC(0.0);
    for (int k = 0; k < r.steps; k++) {
        const int s = 1 << k;
        above[here] = a, below[here] = c;
        __syncthreads();
        const bool up = there && p >= s, down = there && p + s < r.block;
        const real a_up = up ? above[here - s] : RC(0.0), c_up = up ? below[here - s] : RC(0.0);
        const real a_down = down ? above[here + s] : RC(0.0), c_down = down ? below[here + s] : RC(0.0);
        const real v = RC(1.0) / (RC(1.0) - a * c_up - c * a_down), av = a * v, cv = c * v;
        if (there) {
            r.factor[(1 + 3 * k) * r.rows + at] = v;
            r.factor[(2 + 3 * k) * r.rows + at] = av;
            r.factor[(3 + 3 * k) * r.rows + at] = cv;
        }
        a = -av * a_up;
        c = -cv * c_down;
        __syncthreads();
    }
}

/* x of that row, from the d of all. */
__device__ __forceinline__ real reduction_solve(const struct reduction &r, int64_t at, int p, bool there, real d,
                                                real *row, int width, int here)
{
    d *= there ? r.factor[at] : RC(0.0);
    for (int k = 0; k < r.steps; k++) {
        const int s = 1 << k;
        real *const now = row + k % 2 * width;
        now[here] = d;
        __syncthreads();
        if (!there) continue;
        const real up = p >= s ? now[here - s] : RC(0.0), down = p + s < r.block ? now[here + s] : RC(0.0);
        d = d * r.factor[(1 + 3 * k) * r.rows + at] - up * r.factor[(2 + 3 * k) * r.rows + at] -
            down * r.factor[(3 + 3 * k) * r.rows + at];
    }
    __syncthreads();
    return d;
}
