/* The least work and traffic of a batch of trees. */
#pragma once
#include "solvers/batch/cost.h"

/* The traffic is that of tridiagonal systems, whose arrays these have; a row takes as few operations as there: 5 when
 * factored, else 8 with two divisions. */
static inline struct cost tree_cost(const struct solver *self, const struct shape *shape, const void *options)
{
    struct cost c = cost_rows(shape, shape->reuse ? 5 : 8);
    (void)self;
    (void)options;
    return c;
}
