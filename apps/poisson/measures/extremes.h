/* The highest and the lowest value of a solution, and its mean. */
#pragma once
#include "apps/poisson/instance.h"

struct extremes {
    int64_t lowest, highest; /* the first points that have them */
    double mean;             /* of u, weighted with the volumes of all points */
};
struct extremes extremes_of(const struct instance *x);
