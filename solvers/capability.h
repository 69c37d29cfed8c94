/* Capabilities of methods beyond the plainest shape. plan_make refuses a shape that demands one the method does not
 * have, except that tridiagonal systems are solved through any method if they are cyclic, by bordering, or if their
 * matrix has a layout of its own or a shift, from copies. */
#pragma once
#include <stdbool.h>

enum {
    CAN_STRIDE = 1,          /* any stride, inner, dist, outer (without: contiguous rows, stride 1) */
    CAN_SIZES = 2,           /* systems of different size */
    CAN_SHARED = 4,          /* one matrix for all, of contiguous rows */
    CAN_ANY_MATRIX = 8,      /* pivots: any regular matrix, not only those that elimination in row order solves */
    DETERMINISTIC = 16,      /* the same bits for any number of threads */
    REPORTS_INFO = 32,       /* sets info itself; without: a system that is not solved must have an x that is not
                                finite, of tridiagonal ones x_0 or x_{n-1}, and plan_solve sets info from that.
                                DEVICE methods all set it */
    CAN_RAGGED = 64,         /* ragged batches: groups with starts of their own */
    CAN_INTERLEAVED = 128,   /* stride batch, dist 1, and no other layout: its accepts refuses them */
    CAN_LAYOUT = 256,        /* a matrix in any layout of its own, read in place */
    CAPABILITY_OF_KIND = 512 /* from here on each kind has its own */
};

struct shape;

struct capability {
    unsigned bit; /* 0: the end of the list */
    const char *word, *help;
    bool (*demanded)(const struct shape *shape); /* does the shape demand it? NULL: no shape does */
    const char *refusal;                         /* of a shape that demands it */
};

extern const struct capability capabilities[]; /* that all kinds share */
