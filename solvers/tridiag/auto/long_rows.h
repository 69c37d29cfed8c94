/* The loops before and behind a solve of few long systems with contiguous rows: all threads share each system, in parts
 * of its rows. What they find is the same for any number of threads. */
#pragma once
#include "solvers/tridiag/check/check_loops.h"

/* Are they for such a chunk, rather than those of check_loops.h, which share systems among threads? */
bool long_rows_are(const struct shape *shape, const struct exec *exec);

/* As the loops of the same names of check_loops.h. */
void long_rows_keep(const struct checked_chunk *c, const struct exec *exec);
void long_rows_measure(const struct checked_chunk *c, const struct exec *exec);
