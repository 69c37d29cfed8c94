/* A straight line through measured times. */
#pragma once

/* seconds = alpha + beta x, both >= 0, with the least sum of squares of relative deviations, so that the times of short
 * and of long messages weigh alike; worst: the largest relative deviation of a point. NaN where count < 2 or a time is
 * not above 0. */
struct fit {
    double alpha, beta, worst;
};

struct fit fit_line(int count, const double *x, const double *seconds);
