/* The direct solution: transforms along all axes but one make of the box one tridiagonal system a wave, which differ by
 * a number on the diagonal; or, by transforms along all axes, one division a wave. */
#pragma once
#include "apps/poisson/transforms.h"
#include "apps/poisson/waves/waves.h"

enum poisson_stage { STAGE_FORWARD, STAGE_SYSTEMS, STAGE_BACK, STAGES };

struct poisson_direct {
    const struct box *box;
    struct exec exec;
    struct poisson_transforms transforms;
    struct waves waves;
    double seconds[STAGES]; /* of the last solve */
};

/* The methods that solve a problem, all in one space. */
struct direct_choice {
    const struct solver *transform;
    const struct solver *systems; /* or NULL: transforms along all axes */
    const void *options;          /* of systems */
};

/* ST_REFUSED with a sentence. Allocates nothing. */
enum status direct_accepts(const struct poisson_params *p, const struct direct_choice *choice);

/* The same, and the most bytes that direct_make holds at a time, on one thread, in the space of the methods. */
enum status direct_needs(const struct poisson_params *p, const struct direct_choice *choice, double *bytes);

/* `box` is borrowed. On failure direct_free still cleans up. */
enum status direct_make(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                        const struct direct_choice *choice, struct exec exec);
void direct_free(struct poisson_direct *x);

/* What the right side -f / eps is multiplied by before direct_solve, so that transforms need no factor. */
double direct_scale(const struct poisson_direct *x);

/* u[points], in the space of exec: at the unknowns the right side, scaled; out: u there. If singular the right side has
 * a mean of 0. */
enum status direct_solve(struct poisson_direct *x, real *u);

/* One of its stages alone. */
enum status direct_stage(struct poisson_direct *x, enum poisson_stage stage, real *u);

/* Bytes that a solve moves for data beyond the caches, and those that it holds. */
double direct_traffic(const struct poisson_direct *x);
double direct_bytes(const struct poisson_direct *x);
