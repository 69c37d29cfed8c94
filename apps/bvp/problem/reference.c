/* Keeps numbers in long double as sums. */
#include "apps/bvp/problem/reference.h"

#include <math.h>

#include "base/either_precision.h"

int64_t reference_count(const struct bvp_params *p, int64_t intervals)
{
    const bool reads = p->p.form == FIELD_DATASET || p->q.form == FIELD_DATASET || p->f.form == FIELD_DATASET;
    const int64_t columns = reference_has_resistance(p) ? REFERENCE_ALL : REFERENCE_OPEN;
    return reads || intervals > COEFFICIENT_KEPT / 2 ? 0 : columns * bvp_unknowns(p, intervals) + REFERENCE_BEHIND;
}

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
