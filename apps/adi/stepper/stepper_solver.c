/* Which solvers leave their steps to methods of adi, and which ranks share. */
#include "apps/adi/stepper/stepper_solver.h"

#include <string.h>

#include "apps/adi/problem/grid.h"
#include "apps/adi/step/lines.h"
#include "solvers/kind.h"
#include "solvers/methods.h"

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
