/* Solvers of the reduced system of a cut system (spike_join.h). */
#pragma once
#include "solvers/tridiag/spike/spike.h"

/* Called by every rank. k->pair from k->block, which is overwritten; ends with a wait of the team. Unknowns that do not
 * exist, before the first row and behind the last, are 0. */
typedef void spike_reduced_solver(const struct spike *k, struct team team);

/* By the words of the option `reduced`, which end with NULL. */
extern const char *const spike_reduced_words[];
extern spike_reduced_solver *const spike_reduced[];
