/* Computes the median of values by sorting, NaN left out. */
#include "base/timing/median.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void values_sort(double *value, int64_t count)
{
    if (count) qsort(value, (size_t)count, sizeof *value, ascending);
}

double median(double *value, int64_t count)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++)
        if (!isnan(value[i])) value[kept++] = value[i];
    if (!kept) return (double)NAN;
    values_sort(value, kept);
    return 0.5 * (value[kept / 2] + value[(kept - 1) / 2]);
}
