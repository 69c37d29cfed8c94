/* The solution of the rows in long double, which depends on the problem alone: runs that share the values of its
 * formulas share it too. The first of them finds it (rounding.c), the others read. One rank alone has all of it. */
#pragma once
#include "apps/bvp/problem/problem.h"

/* Columns of what is kept, [unknowns] each, and what is behind them. A number in long double is a sum of two. The
 * resistance from the lower end to a node is kept where cells add to the flows out of both ends. */
enum {
    REFERENCE_U,
    REFERENCE_U_LOW,
    REFERENCE_OPEN,
    REFERENCE_BELOW = REFERENCE_OPEN,
    REFERENCE_BELOW_LOW,
    REFERENCE_ALL
};
enum { REFERENCE_CONDITION, REFERENCE_GRID_ERROR, REFERENCE_BEHIND };

/* Numbers that are kept for a problem on a grid of so many intervals, 0: none, as of many, or where datasets are read.
 */
int64_t reference_count(const struct bvp_params *p, int64_t intervals);

/* Do shares of what a cell adds leave through both ends? Else all of it leaves through one. */
static inline bool reference_has_resistance(const struct bvp_params *p)
{
    return p->end[0].kind != NEUMANN && p->end[1].kind != NEUMANN;
}

/* Is it known, of a problem whose b->reference is not NULL? */
static inline bool reference_is_known(const struct bvp_problem *b)
{
    return b->reference->end == b->reference->count;
}

/* The place of a number, at the unknown of a node or behind all unknowns; the next column has its low part. */
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
