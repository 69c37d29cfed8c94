/* The transforms along the axes of a box: of one axis after the other, or of x and y plane by plane. */
#pragma once
#include "apps/poisson/planes.h"

struct poisson_transforms {
    const struct box *box;
    struct plan *forward[3], *back[3]; /* or NULL: that axis is not transformed, or in planes */
    struct planes planes;              /* x and y together, or nothing */
    const double *eigenvalue[3];       /* [unknowns] of minus the second difference, along all but the main axis */
    double *computed[3];               /* or NULL: those of an axis whose transform is a matrix */
};

/* ST_REFUSED with a sentence, or ST_DEVICE if a library is missing; allocates nothing. Adds the most bytes that
 * transforms_make holds at a time, on one thread. `all`: along the main axis too. */
enum status transforms_needs(const struct box *b, const struct solver *method, bool all, double *bytes);

/* `box` is borrowed. On failure transforms_free still cleans up. */
enum status transforms_make(struct poisson_transforms *t, const struct box *b, const struct solver *method, bool all,
                            struct exec exec);
void transforms_free(struct poisson_transforms *t);

/* u: from the first unknown on. */
enum status transforms_run(const struct poisson_transforms *t, bool back, real *u);

/* One over what values are multiplied by in both directions. */
double transforms_scale(const struct poisson_transforms *t);

double transforms_traffic(const struct poisson_transforms *t); /* of both directions */
double transforms_bytes(const struct poisson_transforms *t);   /* held */
