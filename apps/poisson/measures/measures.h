/* The measures of a solution. All requested measures are taken in one pass over it, which reads u of each point once,
 * and f once for the residual. */
#pragma once
#include "apps/poisson/measures/extremes.h"

/* A set of measures is a sum of these. */
enum { MEASURE_RESIDUAL = 1, MEASURE_EXTREMES = 2, MEASURE_ENERGY = 4, MEASURE_STEEPEST = 8, MEASURE_ALL = 15 };

/* The residual of u in the difference equations. */
struct residual {
    double unit; /* that u and f are multiplied by in what follows: 1, or less where numbers would overflow */
    double off;  /* largest |f - div(eps grad u) + q u|, f with the terms of faces and less the mean that was removed */
    double largest_f; /* of the same f */
    double largest_u;
    double stiffness; /* largest eps / h^2 of an axis, or q */
};

struct measures {
    unsigned known; /* the set of those that have been taken */
    struct residual residual;
    struct extremes extremes;
    double energy; /* energy.h */
    double steepest;
    int64_t steepest_point; /* largest |grad u| of all points, and the first point that has it, as a place in u */
};

/* Takes a set of measures of the last solution, and none of the others. The bits of a measure are the same whatever
 * else is requested, and for any number of threads and ranks. Collective where ranks share the problem. ST_NOMEM. */
enum status poisson_measure(struct measures *m, const struct instance *x, unsigned set);

/* The residual `off` over max(|f|, |u| eps / h^2); HUGE_VAL if these are too large for a number. */
static inline double poisson_residual(const struct residual *r)
{
    const double size = r->stiffness * r->largest_u;
    return residual_relative(r->off, size > r->largest_f ? size : r->largest_f);
}
