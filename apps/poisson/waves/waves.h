/* The solution for each wave between the transforms: a tridiagonal system along the main axis, and all of these differ
 * by a shift of the diagonal; or, where all axes are transformed, a division by the sum of the eigenvalues. Both sides
 * of the equation are multiplied by a power of two, `unit`, with which the largest coefficient is between 1 and 2, so
 * that lengths in any unit of length keep the range of working precision. */
#pragma once
#include "apps/poisson/transforms/transforms.h"
#include "apps/poisson/waves/long_waves.h"
#include "apps/poisson/waves/split.h"

struct waves {
    struct layout *layout;
    enum layout_place place; /* of the unknowns, between the transforms */
    const struct box *box;   /* the part of this rank there */
    int64_t first;           /* row of a whole system at which those of this rank begin */
    const struct solver *method;
    const void *options;
    struct exec exec;
    struct plan *systems;               /* or NULL: waves are divided */
    struct outcome outcome;             /* of the last solve of systems, on the host: the device would wait for it */
    struct split split;                 /* on the device: the systems that the host solves meanwhile */
    real *lower, *diag, *upper, *shift; /* of systems, in the space of exec */
    const double *eigenvalue[3];        /* [unknowns] of each axis, but with systems not of the main one; borrowed */
    double *device_eigenvalue[3];       /* their copies on the device, to divide by; else NULL */
    double unit;                        /* of the matrix, of shifts and of right sides */
    double loss;                        /* without systems: q / eps, the same everywhere */
    bool singular;                      /* nothing fixes the level of u */
    bool constant;                      /* this rank has a part of the constant wave, whose solution is `mean` */
    double mean;                        /* of u, if singular */
    struct long_waves long_waves;       /* of systems: the constant wave, if singular, is the first of them */
};

/* Makes the matrix, the shifts and the plan, or the eigenvalues to divide by. `systems`: the method, or NULL to divide;
 * `options` are its own, and given where ranks share the box. Borrows these, the layout and the eigenvalues of `t`.
 * ST_CONFIG if `mean` is given but q fixes the level of u. Collective where lines are cut. On failure waves_free still
 * cleans up. */
enum status waves_make(struct waves *w, struct layout *l, const struct poisson_params *p,
                       const struct poisson_transforms *t, const struct solver *systems, const void *options,
                       struct exec exec);
void waves_free(struct waves *w);

/* The shape of the systems of a box of which sizes and faces are known: lines along the main axis, shifted. */
struct shape waves_shape(const struct box *b);

/* Replaces the transformed right side, times `unit`, by the transformed solution: u[points] in the space of exec, or
 * the unknowns in another place of the layout. Collective: a rank that fails, or has failed `before`, still takes part
 * in a transpose, or in systems that are cut, and returns its first status. */
enum status waves_solve(struct waves *w, real *u, enum status before);

/* Bytes that a solve of all ranks moves for data beyond the caches, and those that it holds. */
double waves_traffic(const struct waves *w);
double waves_bytes(const struct waves *w);
