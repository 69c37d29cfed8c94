/* Elimination without subtraction (gth.h) of a dense chain, the first state first, PANEL states at a time: rates among
 * a panel and between it and the others are updated state by state, those among the others once a panel, so that they
 * are read and written once for every PANEL states. 2/3 n^3 flops. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { GTH_PANEL = 8, GTH_ALONE = 256 }; /* GTH_ALONE: matrix order below which one thread does all work */

/* Products of factors not below these have lost no digits to underflow. */
#define GTH_LEAST_FACTOR 1e-200
#define GTH_LEAST_RATE 1e-100

static inline bool gth_is_below(double value, double min)
{
    return value > 0 && value < min;
}

struct gth_dense {
    int64_t n;
    double *rate; /* [n][n] from state to state, the diagonal is not read; after elimination the factors are below it */
    double *factor; /* [GTH_PANEL][n] */
};

/* Eliminates all states; returns the state that leads nowhere, or -1. Sets *underflow where products may be too small
 * for the range of double. The same bits for any number of threads. */
int64_t gth_dense_eliminate(struct gth_dense *d, int threads, bool *underflow);
