/* Whether a function jumps about as often as it is sampled, so that samples miss jumps. */
#pragma once
#include "apps/adi/material/bisection.h"

/* Samples at[count] of line[count], one line after the other and ascending on each, and the jumps v[jumps] that were
 * found between them. True if 13 of 32 intervals in a row hold jumps. scratch[count]. */
bool crowding_seen(const int64_t *line, const double *at, int64_t count, const struct material_place *v, int64_t jumps,
                   bool *scratch);
