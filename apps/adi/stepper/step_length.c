/* Is a step too long for the working precision? Along an axis where no heat leaves, M = I - theta dt L holds a constant
 * by its row sums, which are 1. Where dt L is beyond 1 / eps, nothing of 1 is left in a rounded row: M is singular, and
 * what it gives is wrong whatever the residual is. */
#include <math.h>

#include "apps/adi/stepper/state.h"
#include "base/field/extremes.h"

double state_step_length(const struct state *s, int axis)
{
    const struct stencil *const op = &s->op;
    const struct grid *const g = op->grid;
    const int64_t n = g->n[axis], stride = grid_stride(g, axis);
    const struct grid_run line = {0, n}, take = op->shared ? line : grid_own_points(g);
    double most = 0;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads) reduction(max : most)
    for (int64_t q = take.from; q < take.end; q++) {
        const int64_t i = op->shared ? q : q / stride % n, p = op->shared ? q * stride : q;
        const struct stencil_row l = stencil_row(op, axis, i, p);
        most = extremes_max(most, s->params.dt * (double)(l.lower + l.upper));
    }
    comm_max(g->comm, &most, 1);
    return most;
}

static bool keeps_heat(const struct grid *g, int axis)
{
    bool all = g->n[axis] > 1;
    for (int side = 0; side < 2; side++)
        all &= g->face[axis][side] == FACE_FLUX || g->face[axis][side] == FACE_PERIODIC;
    return all;
}

double state_rounded_share(const struct state *s, int *axis)
{
    double most = 0;
    *axis = 0;
    for (int d = 0; d < s->grid.dim && !isnan(most); d++) {
        const double share = keeps_heat(&s->grid, d) ? state_step_length(s, d) * (double)REAL_EPS : 0;
        if (!(share <= most)) most = share, *axis = d;
    }
    return most;
}

enum status state_check_step(const struct state *s)
{
    int d;
    const double share = state_rounded_share(s, &d);
    if (share < 1) return ST_OK;
    return fail(ST_FAILED,
                "a step of %g s is too long in %s: along %c heat spreads over %.1g times the square of the "
                "distance of nodes, at most %.1g is allowed where no heat leaves",
                s->params.dt, REAL_NAME, "xyz"[d], share / (double)REAL_EPS / 2, 0.5 / (double)REAL_EPS);
}
