/* A long recurrence in the host's memory, and methods that solve it as entries of a benchmark. */
#pragma once
#include "base/timing/sample.h"
#include "solvers/method_spec.h"

struct chain; /* reference-counted: by its maker and by each entry */

enum { CHAIN_BYTES = 2 * sizeof(double) /* of a row, in the larger precision */ };

/* Right sides of up to n rows: those of -u'' = 1 + t/2 + t^2, in memory while an entry that solves for them is called.
 */
enum status chain_make(struct chain **out, int64_t n);
void chain_release(struct chain *c); /* NULL is fine */

/* Adds the solution of the first n rows, forward = backward = 1, by that method; every call gets the right side anew.
 * There is one plan at a time. The limit is that of work in place, which must have been added. *index: of the entry, -1
 * where it would not fit beside the right sides; a skip says so. */
enum status chain_add(struct bench *b, struct chain *chain, const struct method_spec *spec, int64_t n, int *index);
