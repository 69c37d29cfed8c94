/* The size of a benchmark: as requested, or as memory allows. */
#pragma once
#include "base/timing/sample.h"

/* `wanted` things along each of `dim` axes, of `bytes` each, halved until the data take no more than half of what an
 * entry may, the rest being for plans; a skip says that they were halved. `what`: "tridiag.single, rows". */
int64_t size_that_fits(struct bench *b, const char *what, int64_t wanted, int64_t bytes, int dim);

/* The first that is not 0: the requested size, that for tests, the benchmark's own. */
static inline int64_t size_first(int64_t asked, int64_t small, int64_t own)
{
    return asked ? asked : small ? small : own;
}
