/* A chain of 1,600 states (Cloud16-100 of table 2, W. Yang, K. Li, K. Li 2017) in the host's memory, and methods that
 * find its stationary distribution as entries of a benchmark. */
#pragma once
#include "base/timing/sample.h"
#include "solvers/method_spec.h"

struct stationary; /* reference-counted: by its maker and by each entry */

enum status stationary_make(struct stationary **out);
void stationary_release(struct stationary *s);

/* Adds the solution from the stored matrix by that method. *index is -1 if the method refuses it, or does not
 * converge. */
enum status stationary_add(struct bench *b, struct stationary *s, const struct method_spec *spec, int limit,
                           int *index);
