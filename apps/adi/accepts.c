/* Is a run accepted: is there memory for its fields, and does its method take the coefficients and the grid? */
#include "apps/adi/accepts.h"
#include "apps/adi/stepper/stepper_solver.h"

#include "apps/adi/conditions/boundary.h"
#include "apps/adi/fused/fused_device.h"
#include "apps/adi/pointwise/pointwise.h"
#include "apps/adi/ranks/slabs.h"
#include "apps/adi/step/lines.h"
#include "apps/adi/stepper/stepper.h"
#include "base/memory.h"

/* Bytes of what every run holds: field, source, faces, and coefficients. */
static double fields_bytes(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    const int sources = (p->source.form != FIELD_ABSENT && !(p->floor_plan && p->source.form == FIELD_NUMBER)) +
                        (p->floor_plan != NULL);
    const int64_t coefficients = params_shared(p) ? 0 : g.dim + 1, weights = g.n[0] + g.n[1] + g.n[2];
    return (double)((1 + sources + coefficients) * g.points + weights) * (double)sizeof(real) + boundary_bytes(p);
}

/* Further bytes of steps by solvers: the change of the field, matrices and factors. */
static double solvers_bytes(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    const int matrices = params_shared(p) ? 0 : p->factor_once ? 5 * g.dim : 3;
    return (double)((1 + matrices) * g.points) * (double)sizeof(real);
}

/* Bytes that the ranks of `c` on this machine take of what one rank would, whose nodes they share. In addition each
 * makes the average of a material over all cells, and rank 0 has the field, if it is collected. */
static double bytes_of_ranks(const struct adi_params *p, const struct comm *c, double bytes, bool collected)
{
    const struct grid g = params_grid(p);
    const double here = comm_local_size(c), points = (double)g.points;
    if (!c) return bytes;
    return bytes * here / comm_size(c) + (params_shared(p) ? 0 : here * points * (double)sizeof(double)) +
           (collected ? (1 - here / comm_size(c)) * points * (double)sizeof(real) : 0);
}

static enum status check_memory(const struct adi_params *p, double wanted, enum status lacks)
{
    const struct grid g = params_grid(p);
    const double there = (double)mem_machine_bytes();
    if (wanted <= there) return ST_OK;
    return fail(lacks, "%lld x %lld x %lld nodes need %.3g GB, but this machine has %.3g GB of memory",
                (long long)g.n[0], (long long)g.n[1], (long long)g.n[2], wanted / 1e9, there / 1e9);
}

double adi_pointwise_bytes(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    return fields_bytes(p) + pointwise_bytes(&g, exec_host(0).threads);
}

static enum status check_fields(const struct adi_params *p, const struct comm *c, bool collected, enum status lacks)
{
    return check_memory(p, bytes_of_ranks(p, c, fields_bytes(p) + solvers_bytes(p), collected), lacks);
}

/* A floor plan has answers that need the field of all ranks. */
enum status adi_fits(const struct adi_params *p, const struct comm *c, bool apart)
{
    return c || comm_world() ? check_fields(p, c, !apart || p->floor_plan, ST_REFUSED) : ST_OK;
}

/* Memory is counted as if all ranks shared the run, and kept its field in parts: the methods that decide so are read
 * later, and what is written is not known here. */
enum status adi_check(void *params, const char **key)
{
    TRY(params_check(params, key));
    *key = "grid.n";
    TRY(check_fields(params, comm_world(), false, ST_CONFIG));
    *key = NULL;
    return ST_OK;
}

/* The lines of this rank, of a run that ranks share. */
static enum status accept_lines(const struct adi_params *p, struct comm *c, const struct solver *solver,
                                const void *options)
{
    struct grid g = params_grid(p);
    const bool shared = params_shared(p);
    slabs_take(&g, c);
    if (c) solver = stepper_shared_solver(p, solver, &options);
    for (int d = 0; d < g.dim; d++) {
        const struct shape shape = lines_shape(&g, d, shared, shared || p->factor_once, (enum cut_scheme)p->lines);
        const enum status taken = g.n[d] > 1 && shape.batch > 0 ? solver_accepts(solver, &shape, options) : ST_OK;
        if (taken != ST_OK) return fail_within(taken == ST_NOMEM ? taken : ST_REFUSED, "lines along %c: ", "xyz"[d]);
    }
    return ST_OK;
}

enum status adi_accepts(const void *params, const struct solver *solver, const struct method *method,
                        const void *solver_options, enum space space)
{
    const struct adi_params *const p = params;
    const struct grid g = params_grid(p);
    const bool shared = params_shared(p), pointwise = method && !shared && space == HOST,
               ranks = space == HOST && stepper_can_share(p, solver, solver_options);
    if (pointwise || (!comm_world() && !shared && stepper_leaves_solver(p, solver, solver_options, space)))
        TRY(check_memory(p, adi_pointwise_bytes(p), ST_REFUSED));
    if (method && !shared && space == DEVICE)
        return fail(ST_REFUSED,
                    "on the GPU %s needs coefficients that all lines of an axis share: density, heat capacity and "
                    "conductivity as numbers, coefficients not per_point",
                    method->name);
    for (int d = 0; method && space == DEVICE && d < g.dim; d++)
        if (!fused_sweep_fits(g.n[d]))
            return fail(ST_REFUSED,
                        "%s keeps complete lines in the shared memory of the GPU: at most %lld nodes along %c",
                        method->name, (long long)fused_sweep_longest(), "xyz"[d]);
    return method ? ST_OK : accept_lines(p, ranks ? comm_world() : NULL, solver, solver_options);
}
