/* A batch of tridiagonal systems in the host's memory, and methods that solve it as entries of a benchmark. */
#pragma once
#include "base/sample.h"
#include "solvers/solver.h"

struct batch; /* counted: the maker holds it, and each entry does */

/* Strictly dominant random systems of that shape. */
enum status batch_make(struct batch **out, struct shape shape);
struct batch *batch_release(struct batch *b); /* NULL is fine; returns NULL */

/* Adds the solution of the batch by `s`; every call gets the right side anew. `layout` is a word that stays. */
enum status batch_add(struct bench *b, struct batch *batch, const struct solver *s, const char *layout, int limit,
                      int *index);
