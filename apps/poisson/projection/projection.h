/* The projection of a velocity onto those without divergence: with div(eps grad p) = density / dt div v, the velocity
 * v - dt / density eps grad p has none, to rounding, since both are of the same differences (A. J. Chorin, Math. Comp.
 * 22 (1968) 745; J. Kim and P. Moin, J. Comput. Phys. 59 (1985) 308). Faces where du/dn is prescribed, as 0, keep the
 * velocity that they are given. */
#pragma once
#include "apps/app.h"
#include "apps/poisson/instance.h"
#include "apps/poisson/projection/velocity_file.h"

struct projection {
    const struct poisson_params *params;
    struct velocity_file file;
    struct velocity velocity;
    struct velocity_sums before, after;
    real *divergence; /* [cells] of the velocity that was read */
    real *centred[3]; /* [cells] components of the projected one; NULL: no such axis */
    char unit_velocity[64], unit_divergence[64], unit_flow[64];
};

/* What a projection asks of the other keys. */
enum status projection_check(const struct poisson_params *p, const char **key);

/* For the problem of `x`, whose right side is the divergence from then on. On failure projection_free still cleans up.
 */
enum status projection_make(struct projection *w, const struct poisson_params *p, struct instance *x);
void projection_free(struct projection *w);

/* Reads the velocity of a step; before instance_at. */
enum status projection_read(struct projection *w, int64_t step);
/* Takes the gradient from it; after instance_solve. */
enum status projection_apply(struct projection *w, const struct instance *x);

/* Divergences and energies of a step. */
enum status projection_sample(const struct projection *w, struct series *out);
/* A caveat of the first step in which more flows in than out, so that the equation has no solution; rounding is none.
 */
void projection_finish(const struct projection *w, const struct instance *x, struct sim *sim);
/* The same of the last step, with flows, means and places. */
enum status projection_report(struct projection *w, struct instance *x, struct sim *sim);

/* Adds its fields to `out`, each of the shape of `field`, and those of the faces; their number. */
int projection_arrays(const struct projection *w, struct array field, struct array *out);
