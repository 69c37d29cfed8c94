/* The median of measured values. */
#pragma once
#include <stdint.h>

/* Of those of `count` values that are no NaN, between the two in the middle where there are two; NaN if there is none.
 * Changes their order. */
double median(double *value, int64_t count);
