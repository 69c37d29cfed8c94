/* The transforms along the axes of a box: of one axis after the other, or of x and y plane by plane. */
#pragma once
#include "apps/poisson/ranks/layout.h"
#include "apps/poisson/transforms/planes.h"

struct poisson_transforms {
    struct layout *layout;
    struct method_spec method;
    bool along[3];                     /* is the axis transformed, and not by `planes`? */
    struct plan *forward[3], *back[3]; /* of these, or NULL: the rank has no lines along the axis */
    struct planes planes;        /* of x and y; planes.plan is NULL if these are transformed one after the other */
    const double *eigenvalue[3]; /* [unknowns] of minus the second difference, along all but the main axis */
    double *computed[3];         /* or NULL: those of an axis whose transform is a matrix */
};

/* Adds to *bytes the most that transforms_make holds at a time, on one thread. ST_REFUSED with a sentence if the method
 * does not take the lines, ST_DEVICE if a library is missing. Allocates nothing. `all`: along the main axis too. */
enum status transforms_needs(const struct box *b, const struct method_spec *method, bool all, double *bytes);

/* Plans all transforms of this rank, and borrows the layout. On failure transforms_free still cleans up. */
enum status transforms_make(struct poisson_transforms *t, struct layout *l, const struct method_spec *method, bool all,
                            struct exec exec);
void transforms_free(struct poisson_transforms *t);

/* Transforms along all axes, or back, in place: u[points], the unknowns in any place of the layout. Not scaled.
 * Collective: a rank that fails, or has failed `before`, still takes part in the transposes, and returns its first
 * status. */
enum status transforms_run(const struct poisson_transforms *t, bool back, real *u, enum status before);

/* The factor that makes forward and back the identity. */
double transforms_scale(const struct poisson_transforms *t);

double transforms_traffic(const struct poisson_transforms *t); /* bytes that both directions move beyond the caches,
                                                                * of all ranks */
double transforms_bytes(const struct poisson_transforms *t);   /* bytes that the plans hold */
