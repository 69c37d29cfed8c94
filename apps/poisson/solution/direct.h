/* The direct solution: transforms along all axes but one turn the box into one tridiagonal system per wave, which
 * differ by a number on the diagonal; or transforms along all axes leave one division per wave. */
#pragma once
#include "apps/poisson/transforms/transforms.h"
#include "apps/poisson/waves/waves.h"

enum poisson_stage { STAGE_FORWARD, STAGE_SYSTEMS, STAGE_BACK, STAGES };

struct poisson_direct {
    const struct box *box;
    struct exec exec;
    struct layout layout;
    struct poisson_transforms transforms;
    struct waves waves;
    double seconds[STAGES]; /* of the last solve */
};

/* The methods that solve a problem, all in one space. */
struct direct_choice {
    struct method_spec transform; /* the method, and its options */
    const struct solver *systems; /* or NULL: transforms along all axes */
    const void *options;          /* of systems */
    struct comm *comm;            /* or NULL: ranks that share the problem */
};

/* Do the methods take this problem? ST_REFUSED with a sentence if not. Allocates nothing. */
enum status direct_accepts(const struct poisson_params *p, const struct direct_choice *choice);

/* As direct_accepts; *bytes is the most that direct_make holds at a time, on one thread, in the space of the methods.
 */
enum status direct_needs(const struct poisson_params *p, const struct direct_choice *choice, double *bytes);

/* Makes all plans of this rank, and borrows `b`. On failure direct_free still cleans up. */
enum status direct_make(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                        const struct direct_choice *choice, struct exec exec);

/* The halves of it, for ranks that make transforms one after the other. The second is collective where lines are cut.
 */
enum status direct_make_transforms(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                                   const struct direct_choice *choice, struct exec exec);
enum status direct_make_waves(struct poisson_direct *x, const struct poisson_params *p,
                              const struct direct_choice *choice);
void direct_free(struct poisson_direct *x);

/* The factor by which the caller multiplies the right side -f / eps: transforms are not scaled, the matrix is. */
double direct_scale(const struct poisson_direct *x);

/* Solves in place: u[points], in the space of exec, has the right side -f / eps at the unknowns, times direct_scale,
 * and gets the solution there; nodes on Dirichlet faces are not changed. If nothing fixes the level of u, f has a mean
 * of 0. Collective where ranks share the box, whose status may differ; each has its own part in u. */
enum status direct_solve(struct poisson_direct *x, real *u);

/* Runs one stage, and records its time. */
enum status direct_stage(struct poisson_direct *x, enum poisson_stage stage, real *u);

/* Bytes that a solve moves for data beyond the caches, and bytes that its plans hold. */
double direct_traffic(const struct poisson_direct *x);
double direct_bytes(const struct poisson_direct *x);
