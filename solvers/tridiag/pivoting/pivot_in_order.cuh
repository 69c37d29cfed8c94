/* Elimination in order with partial pivoting of those systems of a batch that a method could not solve: a thread per
 * system, slow and safe. */
#pragma once
#include "solvers/batch/device_batch.cuh"
#include "solvers/tridiag/pivoting/pivot_in_order.h"

enum { IN_ORDER_ROWS = 32, IN_ORDER_THREADS = 32 };

/* Values of p and of q for a system of n rows. */
static inline EITHER_SPACE int64_t in_order_values(int64_t n)
{
    return (n + IN_ORDER_ROWS - 1) / IN_ORDER_ROWS;
}

/* Enqueues the solve of the systems with a flag; x is the right side. p and q of system s begin at element s * pitch of
 * theirs. */
void launch_in_order(const struct plan *plan, const struct device_batch &g, const int *failed, real *p, real *q,
                     int64_t pitch);
