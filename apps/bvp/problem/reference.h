/* The solution of the rows in long double, which depends only on the problem: runs that share the values of its
 * formulas share it too. The first of them finds it (rounding.c), the others read. A single rank has all of it. */
#pragma once
#include "apps/bvp/problem/problem.h"
#include "apps/bvp/problem/reference_count.h"

/* Is it known, of a problem whose b->reference is not NULL? */
static inline bool reference_is_known(const struct bvp_problem *b)
{
    return b->reference->end == b->reference->count;
}

/* The place of a number, at the unknown of a node or after all unknowns; the next column has its low part. */
static inline double *reference_at(const struct bvp_problem *b, int column, int64_t node)
{
    return b->reference->value + column * b->unknowns + node - b->first;
}
double *reference_behind(const struct bvp_problem *b);

static inline long double reference_read(const struct bvp_problem *b, int column, int64_t node)
{
    return (long double)*reference_at(b, column, node) + (long double)*reference_at(b, column + 1, node);
}

/* Keeps a value. Infinities and NaN are kept as they are. */
void reference_keep(const struct bvp_problem *b, int column, int64_t node, long double value);
