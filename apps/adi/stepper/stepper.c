/* The table of steppers, and which solvers ranks share. */
#include "apps/adi/stepper/stepper.h"

#include <string.h>

#include "apps/adi/stepper/choice.h"
#include "apps/adi/stepper/state.h"
#include "solvers/kind.h"
#include "solvers/methods.h"

static const struct stepper *const table[] = {&stepper_fused, &stepper_sweep};

static const struct stepper *row_of(const struct method *method)
{
    for (size_t i = 0; method && i < sizeof table / sizeof *table; i++)
        if (!strcmp(method->name, table[i]->method)) return table[i];
    return &stepper_split;
}

/* Does the solver group ask for something that only a solver of systems does? */
static bool asks_for_solves(const struct grid *g, const struct solver *solver, const void *options)
{
    const struct shape plain = lines_shape(g, 0, false, false, CUT_TRANSPOSE),
                       asked = shape_chosen(solver, &plain, options);
    return asked.tridiag.check || asked.tridiag.refine;
}

/* On lines along x that fill few vectors fused is slower than thomas_simd: with coefficients per point on 3 x 1000
 * nodes 0.7 times as fast; from 16 points on it is 1.05 to 2.6 times as fast. */
bool stepper_leaves_solver(const struct adi_params *p, const struct solver *solver, const void *options,
                           enum space space)
{
    enum { SHORTEST = 16 };
    const struct grid g = params_grid(p);
    return solver && space == HOST && !strcmp(solver->method, "auto") && p->scheme != PEACEMAN_RACHFORD &&
           g.n[0] >= SHORTEST && !asks_for_solves(&g, solver, options);
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

enum status stepper_make(struct state *s, struct sim *sim)
{
    const struct stepper *const asked = row_of(sim->method);
    struct stepper_choice c = {asked, NULL};
    if (asked == &stepper_sweep) c = choice_of_sweep(s, sim);
    else if (asked == &stepper_split) c = choice_of_solver(s, sim);
    s->stepper = c.stepper, sim->why = c.why;
    if (c.why) sim->chosen = c.stepper->method;
    if (s->stepper == &stepper_fused && !s->op.shared) s->stepper = &stepper_pointwise;
    TRY(s->stepper->make(s, sim));
    const bool halves = s->stepper == &stepper_split && s->params.scheme == PEACEMAN_RACHFORD;
    if (!s->stepper->shows || halves || s->exec.space == DEVICE || sim->comm) return ST_OK;
    return passing_make(&s->passing, &s->op, &s->diagnostics, &s->blocks, s->stepper->read ? s->u : NULL);
}
