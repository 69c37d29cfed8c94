/* The highest and the lowest value of a solution, and its mean. */
#pragma once
#include "apps/poisson/instance.h"

/* The extremes of some rows of points, in order. */
struct extremes {
    double low, high;
    int64_t lowest, highest; /* the first points that have them */
    double mean;             /* of u, weighted with the volumes of all points */
};

extern const struct extremes extremes_none;

/* Adds the row of points with these indices along y and z: `mean` becomes a sum of u by volumes. */
void extremes_row(struct extremes *e, const struct instance *x, int64_t j, int64_t k);
/* Adds rows that come behind those of `e`. */
void extremes_join(struct extremes *e, const struct extremes *behind);
/* Divides the sum by the volume of the box. */
void extremes_close(struct extremes *e, const struct instance *x);
