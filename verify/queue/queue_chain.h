/* A cloud queue with its matrix, and its solution by any method: shared by the verifications of methods. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "solvers/method_spec.h"

struct queue_chain {
    struct model *model;
    struct matrix *matrix; /* A = shift I - Q^T, in csr */
    double shift;
    int32_t *order;
    int64_t band;
    real *b, *x; /* right side of a shifted system; solution */
    int32_t *exponent;
    struct outcome outcome;
};

/* shift 0: stationary; else the right side is 1 + s mod 7 in state s. queue_chain_free in any case. */
enum status queue_chain_make(struct queue_chain *q, const struct cloud *of, double shift);
void queue_chain_free(struct queue_chain *q);

/* ST_REFUSED if the method does not take it. */
enum status queue_chain_solve(struct queue_chain *q, const struct method_spec *spec, const struct exec *exec);
