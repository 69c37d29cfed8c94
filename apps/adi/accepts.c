/* Would a run be taken: is there memory for its fields, and does its method take the coefficients and the grid? */
#include "apps/adi/accepts.h"

#include "apps/adi/fused/fused_device.h"
#include "apps/adi/params.h"
#include "apps/adi/step/lines.h"
#include "base/memory.h"

/* Arrays of the size of the grid that a run holds. */
static int arrays_held(const struct adi_params *p)
{
    const int dim = params_dim(p), source = p->source.form != FIELD_ABSENT || p->floor_plan;
    if (params_shared(p)) return 2 + source;
    return 2 + source + dim + 1 + (p->factor_once ? 5 * dim : 3); /* links, 1/C, matrices and factors */
}

static enum status check_memory(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    const double wanted = (double)g.points * (double)sizeof(real) * arrays_held(p), there = (double)mem_machine_bytes();
    if (wanted <= there) return ST_OK;
    return fail(ST_CONFIG, "%lld x %lld x %lld nodes need %.3g GB, but this machine has %.3g GB of memory",
                (long long)g.n[0], (long long)g.n[1], (long long)g.n[2], wanted / 1e9, there / 1e9);
}

enum status adi_check(void *params, const char **key)
{
    TRY(params_check(params, key));
    *key = "grid.n";
    TRY(check_memory(params));
    *key = NULL;
    return ST_OK;
}

enum status adi_accepts(const void *params, const struct solver *solver, const struct method *method,
                        const void *solver_options, enum space space)
{
    const struct adi_params *const p = params;
    const struct grid g = params_grid(p);
    const bool shared = params_shared(p);
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
