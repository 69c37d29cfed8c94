/* Accuracy of a batch: residual, error, and differences to two other solutions. */
#pragma once
#include "apps/batch/instance.h"

/* Solutions to compare with, both on the host: by elimination without pivoting, and with it, by LAPACK. */
enum peer { THOMAS, LAPACK, PEERS };

struct batch_accuracy {
    double residual; /* largest |f - A x| of a row over |A| |x| + |f| of that row */
    double error;    /* largest |x - exact| over the largest |exact| */
    struct apart {
        double max, mean; /* |x - y| over the largest |y| */
        int64_t systems;  /* that were solved by the peer */
    } from[PEERS];
};

/* Measures x->host; collective and agreed over the ranks of x, and the same on all. Ranks that cut systems by another
 * scheme than transpose are not compared with LAPACK, which needs whole systems: NaN. ST_FAILED with the place if a
 * value is not finite. */
enum status batch_accuracy_measure(const struct batch_instance *x, struct batch_accuracy *out);

/* LAPACK solves every chunk of a batch (chunk.h) up to 2^23 unknowns, and every k-th chunk of a larger one, so that
 * those have 2^22 to 2^23 unknowns: it takes longer than all other measurements. Returns k. */
int64_t batch_accuracy_every(int64_t systems, int64_t rows);
