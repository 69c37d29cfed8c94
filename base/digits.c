/* Prints neighbours in order with more and more digits, until no two different ones look the same. */
#include "base/digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 17 }; /* a double is read back exactly */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Numbers more than a unit of the last digit apart need not be printed. */
static bool look_the_same(double x, double y, int digits)
{
    char one[40], two[40];
    if (!(fabs(x - y) <= fmax(fabs(x), fabs(y)) * pow(10, 1 - digits))) return false;
    snprintf(one, sizeof one, "%.*g", digits, x), snprintf(two, sizeof two, "%.*g", digits, y);
    return !strcmp(one, two);
}

static bool all_differ(const double *sorted, int64_t count, int digits)
{
    for (int64_t i = 1; i < count; i++)
        if (sorted[i] != sorted[i - 1] && look_the_same(sorted[i], sorted[i - 1], digits)) return false;
    return true;
}

int digits_that_differ(const double *value, int64_t count, int least)
{
    double *const sorted = malloc((size_t)(count > 0 ? count : 1) * sizeof *sorted);
    if (!sorted) return DIGITS_MAX;
    if (count > 0) memcpy(sorted, value, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    int digits = least;
    while (digits < DIGITS_MAX && !all_differ(sorted, count, digits)) digits++;
    free(sorted);
    return digits;
}
