/* gtsv as its users call it, without the framework: the peer of methods that pivot, and of batches. */
#pragma once
#include "bench/data/problem.h"

/* Their names, the last being NULL, as in struct benchmark: LAPACK's and MKL's. */
extern const char *const raw_gtsv_names[];

/* Adds those that are requested and present, on a problem of tridiagonal systems with a matrix each, and compares every
 * entry from `from` on of that layout, which is borrowed, with them. A missing one gives a skip with a sentence. */
enum status raw_gtsv_add(struct bench *b, struct problem *p, const char *layout, int from);
