/* What is done with the waves between the transforms: one tridiagonal system each along the main axis, which differ by
 * a number on the diagonal; or, where all axes are transformed, one division each. */
#pragma once
#include "apps/poisson/transforms.h"
#include "apps/poisson/waves/split.h"

struct waves {
    const struct box *box;
    struct exec exec;
    struct plan *systems;               /* or NULL: waves are divided */
    struct split split;                 /* on the device: the systems that the host solves meanwhile */
    real *lower, *diag, *upper, *shift; /* of systems, in the space of exec */
    const double *eigenvalue[3];        /* [unknowns] of each axis, but with systems not of the main one; borrowed */
    double *sent[3];                    /* on the device, to divide by; else NULL */
    double loss;                        /* without systems: q / eps, the same everywhere */
    bool singular;                      /* the wave that is constant has a system of its own, solved apart */
    double mean;                        /* of u, if singular */
    double *line;                       /* [unknowns of the main axis] its right side */
    real *values, *away;                /* on the device: the same as it comes from there, and there */
};

/* `systems`: the method, or NULL; `options` are its own. `b` and the eigenvalues of `t` are borrowed. On failure
 * waves_free still cleans up. */
enum status waves_make(struct waves *w, const struct box *b, const struct poisson_params *p,
                       const struct poisson_transforms *t, const struct solver *systems, const void *options,
                       struct exec exec);
void waves_free(struct waves *w);

/* The systems of a box of which the sizes and faces are known. */
struct shape waves_shape(const struct box *b);

/* u, in the space of exec, from its first unknown on. */
enum status waves_solve(struct waves *w, real *u);

/* Bytes that a solve moves for data beyond the caches, and those that it holds. */
double waves_traffic(const struct waves *w);
double waves_bytes(const struct waves *w);
