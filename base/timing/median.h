/* Sorts values, and takes their median. */
#pragma once
#include <stdint.h>

/* In ascending order. No value may be NaN. */
void values_sort(double *value, int64_t count);

/* The median of those of `count` values that are not NaN, halfway between the two in the middle where there are two;
 * NaN if there is none. Changes their order. */
double median(double *value, int64_t count);
