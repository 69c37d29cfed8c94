/* The traffic patterns of base/timing/bandwidth.h, a pass each. */
#pragma once
#include <stdint.h>

enum {
    TRAFFIC_BLOCK = 64,  /* doubles that are handled between two prefetches of each array */
    TRAFFIC_AHEAD = 512, /* doubles from a use back to its prefetch */
    TRAFFIC_ARRAYS = 5
};

struct traffic_arrays {
    double *in[TRAFFIC_ARRAYS - 1];
    double *out;
};

struct traffic_kernel {
    const char *name;
    int touched; /* arrays, read or written */
    /* Doubles from ... to - 1 of the arrays, whole blocks. Returns a sum of what is only read. */
    double (*pass)(const struct traffic_arrays *a, int64_t from, int64_t to);
};

/* In the order of enum traffic_pattern. */
extern const struct traffic_kernel traffic_kernels[];

/* Waits until the stores of this thread are in memory. */
void traffic_finish(void);
