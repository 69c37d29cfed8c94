/* The number of digits that print different numbers differently. */
#pragma once
#include <stdint.h>

/* The fewest digits, `least` or more and at most 17, with which %.*g prints any two different values differently. */
int digits_that_differ(const double *value, int64_t count, int least);
