/* The highest and the lowest value of a solution, and its mean. */
#pragma once
#include "apps/poisson/solution/instance.h"

/* The extremes of some rows of points, in order. */
struct extremes {
    double low, high;
    int64_t lowest, highest; /* the first points that have them */
    double mean;             /* of u, weighted with the volumes of all points: by extremes_close */
};

extern const struct extremes extremes_none;

/* Adds the row of points with these indices along y and z, but to `mean`. Returns its sum of u by volumes. */
double extremes_row(struct extremes *e, const struct instance *x, int64_t j, int64_t k);
/* Adds rows that follow those of `e`. */
void extremes_join(struct extremes *e, const struct extremes *behind);
/* Sets the mean. `sum`: of all rows. */
void extremes_close(struct extremes *e, double sum, const struct instance *x);
