/* Methods for one large system, for those that fall back to them: every rank waits for the others before it calls one,
 * since flags of both lie in the same memory. */
#pragma once
#include "solvers/tridiag/partition/single_system.h"

/* `partition`, and `partition_pivot` with rows divided by powers of two. */
extern const struct single_system_method partition, partition_pivot_scaled;
