/* The data of a stationary distribution: a cloud queue with its matrix, order and solution in the host's memory. */
#pragma once
#include "apps/cloudqueue/model/model.h"

struct queue_data {
    struct model *model;
    struct matrix *matrix; /* A = -Q^T, in csr */
    int32_t *order, *exponent;
    real *x;
    int64_t band;
};

/* On failure queue_data_free still cleans up. */
enum status queue_data_make(struct queue_data *q, const struct cloud *of);
void queue_data_free(struct queue_data *q);
