/* The least cost of a transform. */
#pragma once
#include <math.h>

#include "solvers/solver.h"

/* 5/2 n log2 n operations a line, as of a real transform by powers of two (Frigo and Johnson, Proceedings of the IEEE
 * 93, 2005, section VI), and each value read and written once. */
static inline struct cost transform_cost(const struct shape *shape)
{
    const double values = (double)shape->n * (double)shape->batch;
    return (struct cost){.flops = values * 2.5 * fmax(1, log2((double)shape->n)),
                         .bytes = 2 * values * (double)sizeof(real)};
}
