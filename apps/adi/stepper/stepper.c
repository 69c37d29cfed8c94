/* The table of what takes steps, and the choice of a row. */
#include "apps/adi/stepper/stepper.h"

#include <string.h>

#include "apps/adi/state.h"
#include "solvers/kind.h"
#include "solvers/methods.h"

/* The form in which sweep keeps a field is rounded relative to dt L along its last axis times the field, which the
 * lines along that axis damp to about its square root (docs/adi-sweep.md, Rounding). Where the product of dt L and eps
 * was 1, its error was five times that of fused, and beyond that a hundred times. This bound follows from the square
 * root. */
#define LOSS 1e-3

static const struct stepper *const table[] = {&stepper_fused, &stepper_sweep};

static const struct stepper *row_of(const struct method *method)
{
    for (size_t i = 0; method && i < sizeof table / sizeof *table; i++)
        if (!strcmp(method->name, table[i]->method)) return table[i];
    return &stepper_split;
}

/* Why fused takes the steps of sweep, or NULL. */
static const char *fused_instead(const struct state *s, const struct sim *sim)
{
    if (!s->op.shared) return "one pass over memory needs coefficients that all lines of an axis share";
    const char *const no_gain = adi_sweep_has_no_gain(&s->grid, s->params.steps, sim->read_every);
    if (no_gain) return no_gain;
    const int axis = adi_sweep_axis(&s->grid);
    if (state_step_length(s, axis) * (double)REAL_EPS > LOSS)
        return axis == 2 ? "one pass over memory loses digits in steps that are so long along z"
                         : "one pass over memory loses digits in steps that are so long along y";
    return NULL;
}

/* Does the solver group ask for what only a solver of systems does? */
static bool asks_for_solves(const struct grid *g, const struct solver *solver, const void *options)
{
    const struct shape plain = lines_shape(g, 0, false, false, CUT_TRANSPOSE),
                       asked = shape_chosen(solver, &plain, options);
    return asked.tridiag.check || asked.tridiag.refine;
}

/* On lines along x that fill few vectors fused is slower than thomas_simd, on 3 x 1000 nodes 0.7 times as fast; from 16
 * points on it is 1.05 to 2.6 times as fast. */
bool stepper_leaves_to_fused(const struct adi_params *p, const struct solver *solver, const void *options,
                             enum space space)
{
    enum { SHORTEST = 16 };
    const struct grid g = params_grid(p);
    const bool per_point = space == HOST && !params_shared(p) && p->scheme != PEACEMAN_RACHFORD;
    return solver && !strcmp(solver->method, "auto") && per_point && g.n[0] >= SHORTEST &&
           !asks_for_solves(&g, solver, options);
}

bool stepper_can_share(const void *params, const struct solver *solver, const void *options)
{
    const struct adi_params *const p = params;
    const struct grid g = params_grid(p);
    return solver && solver->space == HOST && !asks_for_solves(&g, solver, options) &&
           (p->lines == CUT_TRANSPOSE || !grid_periodic(&g, grid_cut(&g)));
}

const struct solver *stepper_shared_solver(const struct adi_params *p, const struct solver *solver,
                                           const void **options)
{
    if (strcmp(solver->method, "auto") != 0) return solver;
    *options = NULL;
    return p->lines == CUT_PIPELINED ? &tridiag_thomas : &tridiag_thomas_simd;
}

static const char *fused_chosen(const struct sim *sim)
{
    if (sim->comm) return NULL;
    return stepper_leaves_to_fused(sim->params, sim->solver, sim->solver_options, sim->exec.space)
               ? "coefficients per point, of which it assembles no matrix, and whose pivots cannot vanish"
               : NULL;
}

enum status stepper_make(struct state *s, struct sim *sim)
{
    s->stepper = row_of(sim->method);
    sim->why = s->stepper == &stepper_sweep ? fused_instead(s, sim) : fused_chosen(sim);
    if (sim->why) s->stepper = &stepper_fused, sim->chosen = s->stepper->method;
    if (s->stepper == &stepper_fused && !s->op.shared) s->stepper = &stepper_pointwise;
    return s->stepper->make(s, sim);
}
