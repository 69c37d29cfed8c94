/* Counts the memory of a problem before its run. */
#include "apps/poisson/accepts.h"

#include "apps/poisson/problem/varying.h"
#include "apps/poisson/solution/iterate.h"
#include "base/device/device.h"
#include "base/memory.h"

enum status poisson_choice(struct direct_choice *choice, const struct poisson_params *p, const struct solver *solver,
                           const void *options, enum space space)
{
    *choice = (struct direct_choice){
        .transform.options = poisson_transform_options(p), .systems = solver, .options = options};
    return solver_find(KIND_TRANSFORM, poisson_transform(p, space), space, &choice->transform.solver);
}

/* Refuses a problem that does not fit the memory: `plans` bytes; in working precision u, gradients, f, velocities on
 * faces and in cells and a divergence; in double the reference for other runs, f, charges, a dataset of f, right sides
 * and solutions of steps that are solved together, and for points of a plane two coordinates and a value. Of ranks of
 * `c`, this machine has those that are on it; each also transposes u, unless lines are cut, and rank 0 collects u and
 * the gradients, and has the reference in double, unless fields stay in parts. */
static enum status check_memory(const struct poisson_params *p, double plans, const struct comm *c, bool apart)
{
    const double there = (double)mem_machine_bytes(), points = poisson_points(p),
                 several = poisson_together(p) > 1 ? (double)poisson_together(p) : 0,
                 fields = 1 + (p->gradient ? poisson_dim(p) : 0) + p->right_side,
                 reals = fields + (p->projection.velocity ? 2 * poisson_dim(p) + 1 : 0) +
                         (c && p->lines == CUT_TRANSPOSE ? 1 : 0) + several,
                 doubles = (p->charges ? 2 : 1) + several + (p->f.form == FIELD_DATASET) + (poisson_dim(p) < 3 ? 3 : 0),
                 here = (double)comm_local_size(c) / comm_size(c),
                 bytes = here * (plans + points * (reals * (double)sizeof(real) + doubles * (double)sizeof(double))) +
                         points * fields * (apart ? here : 1) * (double)sizeof(double) +
                         (c && !apart ? points * fields * (1 - here) * (double)sizeof(real) : 0);
    if (bytes <= there) return ST_OK;
    return fail(ST_REFUSED, "%.3g points need %.3g GB, but this machine has %.3g GB of memory", points, bytes / 1e9,
                there / 1e9);
}

/* Refuses a problem whose plans and u do not fit the memory of the GPU. */
static enum status check_device(const struct poisson_params *p, double plans)
{
    const double there = (double)device_memory_bytes(), points = poisson_points(p),
                 bytes = plans + points * (double)sizeof(real);
    if (bytes <= there) return ST_OK;
    return fail(ST_REFUSED, "%.3g points need %.3g GB, but this GPU has %.3g GB of memory", points, bytes / 1e9,
                there / 1e9);
}

/* Adds the bytes of iterations. */
static enum status varying_needs(const struct poisson_params *p, enum space space, double *bytes)
{
    bool varies;
    TRY(varying_wanted(&varies, p));
    if (!varies) return ST_OK;
    if (space == DEVICE)
        return fail(
            ST_REFUSED,
            "eps or q vary along other axes than the tridiagonal one: this takes iterations, which run on the host");
    *bytes += iteration_bytes(poisson_points(p));
    return ST_OK;
}

enum status poisson_accepts(const void *params, const struct solver *solver, const struct method *method,
                            const void *solver_options, enum space space)
{
    struct direct_choice choice;
    double plans;
    (void)method;
    TRY(poisson_choice(&choice, params, solver, solver_options, space));
    if (space == HOST && poisson_can_share(params)) choice.comm = comm_world();
    TRY(direct_needs(params, &choice, &plans));
    TRY(varying_needs(params, space, &plans));
    if (space == DEVICE && poisson_together(params) > 1)
        return fail(ST_REFUSED, "right sides are solved together only on the host: give together = 1 on a GPU");
    if (space == HOST) return check_memory(params, plans, choice.comm, choice.comm);
    TRY(check_device(params, plans));
    return check_memory(params, 0, NULL, false);
}

enum status poisson_fits(const struct poisson_params *p, const struct direct_choice *choice, bool apart)
{
    double plans;
    if (choice->transform.solver->space == DEVICE) return ST_OK;
    TRY(direct_needs(p, choice, &plans));
    TRY(varying_needs(p, HOST, &plans));
    return check_memory(p, plans, choice->comm, apart);
}
