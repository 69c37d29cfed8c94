/* Visits the rates between two levels of a chain, for methods that eliminate levels from the last to the first. */
#pragma once
#include "solvers/sparse/matrix/csr.h"

/* Calls for every rate from level `from` to level `to`, phases of both, q > 0; their distance is at most 1. */
typedef void rate_visit(void *with, int64_t from, int64_t to, double q);

static inline void rates_between(const struct csr *a, int64_t block, int64_t from, int64_t to, rate_visit *visit,
                                 void *with)
{
    const int64_t begin = from * block;
    for (int64_t t = to * block; t < (to + 1) * block; t++)
        for (int64_t e = a->start[t]; e < a->start[t + 1]; e++) {
            const int64_t p = a->column[e] - begin;
            if (p >= 0 && p < block && a->column[e] != t) visit(with, p, t - to * block, -(double)a->value[e]);
        }
}
