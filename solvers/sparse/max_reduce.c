/* The largest value of blocks, and of all of them, by pairs. */
#include "solvers/sparse/max_reduce.h"

/* Reduces the `count` values v[0], v[stride], ...: in step i every 2^(i+1)-th takes the maximum with the one 2^i
 * after it. */
static void reduce(real *v, int64_t count, int64_t stride)
{
    for (int64_t distance = 1; distance < count; distance *= 2)
        for (int64_t at = 0; at + distance < count; at += 2 * distance) max_of_two(v, at * stride, distance * stride);
}

real largest(real *v, int64_t blocks, int64_t size)
{
    for (int64_t b = 0; b < blocks; b++) reduce(v + b * size, size, 1);
    reduce(v, blocks, size);
    return v[0];
}
