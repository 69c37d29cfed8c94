/* The count of the numbers of a solution in long double that are kept. */
#include "apps/bvp/problem/reference_count.h"

#include "apps/bvp/problem/coefficient.h"
#include "base/either_precision.h"

int64_t reference_count(const struct bvp_params *p, int64_t intervals)
{
    const bool reads = p->p.form == FIELD_DATASET || p->q.form == FIELD_DATASET || p->f.form == FIELD_DATASET;
    const int64_t columns = reference_has_resistance(p) ? REFERENCE_ALL : REFERENCE_OPEN;
    return reads || intervals > COEFFICIENT_KEPT / 2 ? 0 : columns * bvp_unknowns(p, intervals) + REFERENCE_BEHIND;
}
