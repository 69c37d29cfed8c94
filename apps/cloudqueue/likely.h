/* The most likely states of a chain from a file, whose states have only numbers. */
#pragma once
#include "base/real.h"
#include "base/result/answers.h"

/* Puts the probabilities of the few largest of pi [states], the largest first; of equal ones that of the lower number.
 * States are counted from 0, as in pi. */
enum status likely_states_put(struct answers *a, const real *pi, int64_t states);
