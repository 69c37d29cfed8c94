/* Would a run be taken: is there memory for its fields, and does its method take the coefficients and the grid? */
#include "apps/adi/accepts.h"

#include "apps/adi/fused/fused_device.h"
#include "apps/adi/pointwise/pointwise.h"
#include "apps/adi/problem/boundary.h"
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

/* Bytes beside them of steps by solvers: what is added to the field, matrices and factors. */
static double solvers_bytes(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    const int matrices = params_shared(p) ? 0 : p->factor_once ? 5 * g.dim : 3;
    return (double)((1 + matrices) * g.points) * (double)sizeof(real);
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

enum status adi_check(void *params, const char **key)
{
    TRY(params_check(params, key));
    *key = "grid.n";
    TRY(check_memory(params, fields_bytes(params) + solvers_bytes(params), ST_CONFIG));
    *key = NULL;
    return ST_OK;
}

enum status adi_accepts(const void *params, const struct solver *solver, const struct method *method,
                        const void *solver_options, enum space space)
{
    const struct adi_params *const p = params;
    const struct grid g = params_grid(p);
    const bool shared = params_shared(p), pointwise = method && !shared && space == HOST;
    if (pointwise || stepper_leaves_to_fused(p, solver, solver_options, space))
        TRY(check_memory(p, adi_pointwise_bytes(p), ST_REFUSED));
    if (method && !shared && space == DEVICE)
        return fail(ST_REFUSED,
                    "on the GPU %s needs coefficients that all lines of an axis share: density, heat capacity and "
                    "conductivity as numbers, coefficients not per_point",
                    method->name);
    for (int d = 0; method && space == DEVICE && d < g.dim; d++)
        if (!fused_sweep_fits(g.n[d]))
            return fail(ST_REFUSED, "%s keeps whole lines in the shared memory of the GPU: at most %lld nodes along %c",
                        method->name, (long long)fused_sweep_longest(), "xyz"[d]);
    for (int d = 0; !method && d < g.dim; d++) {
        const struct shape shape = lines_shape(&g, d, shared, shared || p->factor_once);
        const enum status taken = g.n[d] > 1 ? solver_accepts(solver, &shape, solver_options) : ST_OK;
        if (taken != ST_OK) return fail_within(taken == ST_NOMEM ? taken : ST_REFUSED, "lines along %c: ", "xyz"[d]);
    }
    return ST_OK;
}
