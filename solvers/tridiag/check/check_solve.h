/* A plan that checks its answers or refines them, and the steps of its solve. */
#pragma once
#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/chunks.h"

struct checked {
    struct chunks chunks;
    struct shape shape;  /* of the batch as the inner plans are given it, placed: arrays borrowed from the outer plan */
    struct exec exec;    /* of an inner plan and its loops */
    int workers;         /* that take chunks in parallel */
    struct plan **plan;  /* [workers][sizes] */
    real *right, *first; /* [workers][values]; first: NULL, or to refine */
    int64_t values;      /* of a chunk */
    double *backward;    /* [batch] on the device, where outcomes need it; NULL on the host */
    real *probe;         /* [n] */
};

/* The hook of the wrapper (kind.h); `wrapped` is a struct checked. */
enum status checked_solve(void *wrapped, const struct plan *plan, const struct system *system);
