/* The unknowns of a batch. */
#pragma once
#include "solvers/solver.h"

static inline double cost_unknowns(const struct shape *shape)
{
    double sum = 0;
    if (!shape->sizes) return (double)shape->n * (double)shape->batch;
    for (int64_t s = 0; s < shape->batch; s++) sum += (double)shape->sizes[s];
    return sum;
}
