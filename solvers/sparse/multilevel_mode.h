/* A state of a Markov chain that is about as likely as the likeliest one. */
#pragma once
#include "solvers/sparse/matrix/csr.h"

/* Bytes of `workspace` for chains of n states and so many stored entries. */
int64_t multilevel_mode_bytes(int64_t n, int64_t entries);

/* The row of that state of the chain with A = -Q^T; the same for the same matrix. `workspace` is aligned to 64 bytes.
 * Takes 2 to 30 cycles, each of the time of some tens of products with A. */
int64_t multilevel_mode_state(const struct csr *a, void *workspace);
