/* Partitions by rows, with cuts anywhere, and cuts that are moved where a partition is nearly singular. */
#pragma once
#include "solvers/tridiag/spike/spike.h"

/* Solves partition p, rows start[p] ... start[p + 1] - 1, by pivots on the diagonal: y, w and v of its rows, block and
 * growth. Returns i + 1 of its first row i without a pivot, or 0. */
int64_t spike_partition(const struct spike *k, int64_t p);

/* Moves cuts until no spike exceeds `bound`, or to where among the rows nearby spikes grow least. False where some are
 * not finite wherever they begin, or there is too much to be done. */
bool spike_repair(const struct spike *k, const struct spike_kernel *kernel, real bound);
