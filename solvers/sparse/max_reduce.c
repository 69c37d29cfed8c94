#include "solvers/sparse/max_reduce.h"

/* Of the `count` values v[0], v[stride], ...: in step i those 2^(i+1) apart take in their partner 2^i behind. */
static void reduce(real *v, int64_t count, int64_t stride)
{
    for (int64_t far = 1; far < count; far *= 2)
        for (int64_t at = 0; at + far < count; at += 2 * far) max_of_two(v, at * stride, far * stride);
}

real largest(real *v, int64_t blocks, int64_t size)
{
    for (int64_t b = 0; b < blocks; b++) reduce(v + b * size, size, 1);
    reduce(v, blocks, size);
    return v[0];
}
