/* A batch of tridiagonal systems in the host's memory, and methods that solve it as entries of a benchmark. */
#pragma once
#include "base/timing/sample.h"
#include "solvers/method_spec.h"

struct batch; /* reference-counted: by its maker and by each entry */

enum { BATCH_BYTES = 5 * sizeof(double) /* of an unknown, in the larger precision */ };

/* Strictly dominant random systems of that shape, its matrix one for all or one each, with shifts from 0 to 1 if it is
 * shifted, which are in memory while an entry that solves them is called. */
enum status batch_make(struct batch **out, struct shape shape);
struct batch *batch_release(struct batch *b); /* NULL is fine; returns NULL */

/* Adds the solution of the batch by that method; every call gets the right side anew. `layout` is borrowed. There is
 * one plan at a time, made before the call. What the method refuses, a library that is not there, and a plan that would
 * not fit beside the systems are skipped with a sentence; *index is -1 then. */
enum status batch_add(struct bench *b, struct batch *batch, const struct method_spec *spec, const char *layout,
                      int limit, int *index);
