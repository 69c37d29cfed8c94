/* The options, the model and the hooks of methods that reduce for some levels and then use Thomas. */
#include "solvers/tridiag/reduction/switch_point.h"

#include "solvers/batch/cost.h"

#include "solvers/batch/info.h"
#include "solvers/methods.h"
#include "solvers/tridiag/reduction/pcr.h"

static const char *const words[] = {"auto", NULL};

#define AT(field) .offset = offsetof(struct switch_options, field)
const struct option switch_table[] = {
    {"switch_point",
     "levels p of reduction before Thomas, 0: the method thomas; auto: of the least work, "
     "(cost_pcr n / cores) p + cost_thomas (n / 2^p) ceil(2^p / cores)",
     OPT_COUNT, AT(switch_point), .max = 62, .default_value = "\"auto\"", .words = words},
    {"cores", "of the model; 0: as many as threads share a system", OPT_INT, AT(cores), .max = 1e6,
     .default_value = "0"},
    {"cost_pcr", "of the model, a row and level: operations, or measured in any unit", OPT_REAL, AT(cost_pcr),
     .min = 1e-9, .max = 1e9, .default_value = "12.0"},
    {"cost_thomas", "of the model, a row, in the same unit", OPT_REAL, AT(cost_thomas), .min = 1e-9, .max = 1e9,
     .default_value = "8.0"},
    {.key = NULL},
};
#undef AT

double switch_work(double n, int levels, int64_t cores, double cost_pcr, double cost_thomas)
{
    const int64_t systems = INT64_C(1) << levels, turns = (systems - 1) / cores + 1;
    const double idle = (double)turns * (double)cores / (double)systems;
    return n / (double)cores * (cost_pcr * levels + cost_thomas * idle);
}

int switch_best(int64_t n, int64_t cores, double cost_pcr, double cost_thomas)
{
    const int max = pcr_depth(n);
    int best = 0;
    for (int p = 1; p <= max; p++)
        if (switch_work(1, p, cores, cost_pcr, cost_thomas) < switch_work(1, best, cores, cost_pcr, cost_thomas))
            best = p;
    return best;
}

int switch_levels(const struct switch_options *o, int64_t n, int64_t threads)
{
    const int64_t max = pcr_depth(n);
    if (o->switch_point == SWITCH_AUTO)
        return switch_best(n, o->cores ? o->cores : threads, o->cost_pcr, o->cost_thomas);
    return (int)(o->switch_point < max ? o->switch_point : max);
}

/* If the longest system needs no level, none does. */
static bool no_levels(const struct solver *self, const struct shape *shape, const void *options,
                      const struct exec *exec)
{
    return switch_levels(options, shape->n, gather_ranks(shape, exec, self->variant)) == 0;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    if (no_levels(self, shape, options, exec))
        return tridiag_thomas.hooks->workspace_bytes(&tridiag_thomas, shape, NULL, exec);
    return gather_workspace_bytes(self, shape, options, exec);
}

static enum status factor(struct plan *p, const struct system *system)
{
    return no_levels(p->solver, &p->shape, p->options, &p->exec) ? tridiag_thomas.hooks->factor(p, system) : ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    if (!no_levels(p->solver, &p->shape, p->options, &p->exec)) return gather_solve(p, system);
    TRY(tridiag_thomas.hooks->solve(p, system));
    if (system->info) info_report(&p->shape, system, p->exec.threads, true);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, 12 * switch_levels(options, shape->n, 1) + 8);
}

const struct solver_hooks switch_hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};
