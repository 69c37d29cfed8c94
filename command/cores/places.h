/* The places where the ranks of the program run: machines and their cores. With one rank there are none. */
#pragma once
#include "base/comm/comm.h"
#include "base/result/store.h"

/* Every rank of `c` learns the places of all. Collective and agreed: ST_NOMEM. */
enum status places_gather(struct comm *c);
void places_free(void);

/* Ranks that may run on the same cores share them: otherwise each would start as many threads as there are cores. */
void places_divide_cores(struct comm *c);

/* Writes the number of ranks, the version of MPI and the machines to /provenance; with one rank nothing. */
enum status places_record(struct store *out);
