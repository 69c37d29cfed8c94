/* Conjugate gradients, with the direct solution of means (problem/means.h) as preconditioner. */
#pragma once
#include "apps/poisson/solution/direct.h"

struct iteration {
    const struct box *box;
    struct poisson_direct *direct;
    int threads;
    double tolerance;
    int64_t most;          /* iterations */
    double mean;           /* that u gets if nothing fixes its level */
    double *u, *r, *p, *w; /* [points] solution, residual, direction, and the equations of it */
    double *zeros;         /* [points along x] */
    double *sums;          /* [rows of unknowns][3] */
    int64_t iterations;    /* of the last solution */
    double residual;       /* and the largest residual of it over the largest right side */
};

/* Borrows the box and the plans, which get the mean 0. On failure iteration_free still cleans up. */
enum status iteration_make(struct iteration **out, const struct box *b, struct poisson_direct *direct,
                           const struct poisson_params *p, int threads);
struct iteration *iteration_free(struct iteration *x);

/* Solves -div(eps grad u) + q u = removed - f; f[unknowns]. u[points]: the solution, at the unknowns. ST_FAILED if the
 * tolerance is not reached. The bits are the same for any number of threads. */
enum status iteration_solve(struct iteration *x, const double *f, double removed, real *u);

/* The largest values of f - div(eps grad u) + q u, of the right side and of u, for u[points] of working precision. */
struct worst_values {
    double off, f, u;
};
struct worst_values iteration_residual(struct iteration *x, const double *f, double removed, const real *u);

/* Bytes of vectors and coefficients of so many points. */
double iteration_bytes(double points);
