/* The least traffic of a tridiagonal solve, as struct cost. */
#pragma once
#include "solvers/solver.h"

static inline double cost_unknowns(const struct shape *shape)
{
    double sum = 0;
    if (!shape->sizes) return (double)shape->n * (double)shape->batch;
    for (int64_t s = 0; s < shape->batch; s++) sum += (double)shape->sizes[s];
    return sum;
}

/* The right side is read and the solution written, three values a row are read of the matrix, or of the factors that
 * stand for it: 5 values an unknown, 2 if a matrix shared by many systems stays in the caches. */
static inline struct cost cost_rows(const struct shape *shape, double flops_per_row)
{
    const double unknowns = cost_unknowns(shape);
    const double rows = shape_shared(shape) ? (double)shape->n : unknowns;
    return (struct cost){
        .flops = flops_per_row * unknowns,
        .bytes = (2 * unknowns + 3 * rows) * (double)sizeof(real),
    };
}
