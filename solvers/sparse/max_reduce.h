/* The largest of many values by pairs: inside of each block, and then among the blocks.
 *
 * W. Yang, K. Li, K. Li, Journal of Supercomputing 73 (2017), Algorithm 2, put right: there the threads that have
 * nothing to compare do it, the loops take a step too many, the second one misses 2^(i+1) in the place of a block, and
 * nothing keeps a partner beyond the last value from being read. Exact, so that any order gives the same value; as a
 * tree of ceil(log2) steps a thread block can take it. One comparison a value. */
#pragma once
#include "base/exec.h"
#include "base/real.h"

#include <stdint.h>

/* v[at] = the larger of v[at] and v[at + far]; not-a-number is larger than all numbers. */
static inline EITHER_SPACE void max_of_two(real *v, int64_t at, int64_t far)
{
    const real w = v[at + far];
    if (v[at] < w || w != w) v[at] = w;
}

/* Largest of v [blocks * size], both >= 1, which is overwritten: the first value of a block becomes its largest, v[0]
 * that of all. HOST. */
real largest(real *v, int64_t blocks, int64_t size);
