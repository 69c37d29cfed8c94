/* Allocation of the systems that readers fill. */
#pragma once
#include "apps/batch/given/given.h"

/* Allocates arrays for systems, filled with rows of the identity. sizes: [batch], which are copied, or NULL: all have n
 * rows. On failure given_free still cleans up. ST_NOMEM. */
enum status given_alloc(struct given *g, int64_t batch, int64_t n, const int64_t *sizes);
