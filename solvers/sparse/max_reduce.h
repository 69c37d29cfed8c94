/* The largest of many values by pairs: inside of each block, and then among the blocks.
 *
 * W. Yang, K. Li, K. Li, Journal of Supercomputing 73 (2017), Algorithm 2, corrected: as printed, the condition
 * selects the threads without a partner, the loops take a step too many, the second one omits 2^(i+1) in the index of a
 * block, and a partner beyond the last value may be read. Exact, so that any order gives the same value; a tree of
 * ceil(log2) steps suits a thread block. One comparison a value. */
#pragma once
#include "base/exec.h"
#include "base/real.h"

#include <stdint.h>

/* v[at] = the larger of v[at] and v[at + distance]; not-a-number is larger than all numbers. */
static inline EITHER_SPACE void max_of_two(real *v, int64_t at, int64_t distance)
{
    const real w = v[at + distance];
    if (v[at] < w || w != w) v[at] = w;
}

/* Largest of v [blocks * size], both >= 1, which is overwritten: the first value of a block becomes its largest, v[0]
 * that of all. HOST. */
real largest(real *v, int64_t blocks, int64_t size);
