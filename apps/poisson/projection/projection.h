/* The projection of a velocity onto those without divergence: with div(eps grad p) = density / dt div v, the velocity v
 * - dt / density eps grad p has none, to rounding, since both are of the same differences (A. J. Chorin, Math. Comp. 22
 * (1968) 745; J. Kim and P. Moin, J. Comput. Phys. 59 (1985) 308). Faces where du/dn is prescribed, as 0, keep their
 * given velocity. */
#pragma once
#include "apps/app.h"
#include "apps/poisson/given/velocity_file.h"
#include "apps/poisson/solution/instance.h"

struct extremes;

struct projection {
    const struct poisson_params *params;
    struct velocity_file file;
    struct velocity velocity;
    struct velocity_sums before, after;
    real *divergence; /* [cells] of the velocity that was read */
    real *centred[3]; /* [cells] components of the projected one; NULL: no such axis */
    char unit_velocity[64], unit_divergence[64], unit_flow[64];
};

/* Checks the conditions of a projection on the other keys. On ST_CONFIG *key is the key to blame. */
enum status projection_check(const struct poisson_params *p, const char **key);

/* Opens the file of the velocity, and makes its divergence times density / dt the right side of the problem of `x`.
 * Borrows `p` and `x`. On failure projection_free still cleans up. */
enum status projection_make(struct projection *w, const struct poisson_params *p, struct instance *x);
void projection_free(struct projection *w);

/* Reads the velocity of a step, and computes its divergence; before instance_at. */
enum status projection_read(struct projection *w, int64_t step);
/* Subtracts dt / density eps grad p from that velocity; after instance_solve. */
enum status projection_apply(struct projection *w, const struct instance *x);

/* Appends divergences, energies and the Courant number of a step to the series. */
enum status projection_sample(const struct projection *w, struct series *out);
/* Puts a caveat about the first step in which inflow and outflow differ by more than rounding, so that the equation has
 * no solution. */
void projection_finish(const struct projection *w, const struct instance *x, struct sim *sim);
/* Puts the answers of the last step: the samples, with places, flows through faces and means. */
enum status projection_report(struct projection *w, struct instance *x, const struct extremes *e, struct sim *sim);

/* Puts its fields into `out`, those in cells with the shape and type of `field`, and returns how many they are. */
int projection_arrays(const struct projection *w, struct array field, struct array *out);
