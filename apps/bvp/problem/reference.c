/* Keeps numbers in long double as sums. */
#include "apps/bvp/problem/reference.h"

#include <math.h>

#include "base/either_precision.h"

double *reference_behind(const struct bvp_problem *b)
{
    return b->reference->value + b->reference->count - REFERENCE_BEHIND;
}

void reference_keep(const struct bvp_problem *b, int column, int64_t node, long double value)
{
    const double high = (double)value;
    *reference_at(b, column, node) = high;
    *reference_at(b, column + 1, node) = isfinite(high) ? (double)(value - (long double)high) : 0;
}
