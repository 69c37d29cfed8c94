/* Solvers of the reduced system of a cut system (spike_join.h). */
#pragma once
#include "solvers/tridiag/spike/spike.h"

/* Called by every rank. k->pair from k->block, which is overwritten; ends with a wait of the team. Unknowns that do not
 * exist, before the first row and after the last, are 0. */
typedef void spike_reduced_solver(const struct spike *k, struct team team);

spike_reduced_solver spike_block_lu, spike_arcr;
int64_t spike_arcr_bytes(int64_t partitions);

/* By the words of the option `reduced`, which end with NULL: bytes of k->reduced for so many partitions, never less for
 * more, and the solver. */
struct spike_reduced {
    int64_t (*bytes)(int64_t partitions);
    spike_reduced_solver *solve;
};
extern const char *const spike_reduced_words[];
extern const struct spike_reduced spike_reduced[];
