/* Does the field swing up and down from step to step?
 *
 * With theta = 1/2 a component that decays at a rate l is multiplied by (1 - l dt / 2) / (1 + l dt / 2) in a step,
 * which tends to -1 for large steps: an abrupt change, as of a power that is switched on, then leaves an oscillation
 * that hardly decays (R. D. Richtmyer and K. W. Morton, Difference methods for initial-value problems, 2nd ed. 1967,
 * section 8.2). It is found by three further steps, whose changes have alternating signs where there is one: its
 * amplitude is the least of the three. A wave that moves through the body changes its sign only once. */
#include <math.h>

#include "apps/adi/measures.h"
#include "base/field/extremes.h"
#include "base/memory.h"

enum { FURTHER = 3 };

/* swing: the least change of the steps so far, with the sign of the last one; 0 where signs did not alternate. */
static void take_change(struct grid_run points, const real *u, real *before, real *swing, bool first)
{
#pragma omp simd
    for (int64_t p = points.from; p < points.end; p++) {
        const real change = u[p] - before[p], size = (real)fabs((double)change), least = (real)fabs((double)swing[p]);
        const bool alternates = first || change * swing[p] < 0;
        swing[p] = alternates ? (first || size < least ? change : -swing[p]) : 0;
        before[p] = u[p];
    }
}

static enum status take_steps(struct state *s, real *before, real *swing)
{
    grid_copy(&s->grid, s->u, before, sizeof *before);
    for (int i = 0; i < FURTHER; i++) {
        struct step_data data;
        struct clock clock = {{0}};
        TRY(state_prepare(s, s->params.steps + i, &data, &clock));
        TRY(state_advance(s, &data, &clock));
        TRY(state_fetch(s));
        take_change(grid_own_points(&s->grid), s->u, before, swing, i == 0);
    }
    return ST_OK;
}

enum status state_swing(struct state *s, double *swing, double *range)
{
    const int64_t points = s->grid.points;
    const struct grid_run own = grid_own_points(&s->grid);
    real *kept;
    *swing = 0, *range = 1;
    if (!state_can_look_further(s)) return ST_OK;
    TRY(state_fetch(s));
    TRY(comm_agree(s->grid.comm, grid_array(&kept, &s->grid, 3 * sizeof *kept)));
    real *const before = kept + points, *const change = before + points;
    grid_copy(&s->grid, s->u, kept, sizeof *kept);
    const enum status status = take_steps(s, before, change);
    double found[] = {-HUGE_VAL, -HUGE_VAL, 0}; /* the lowest, negated, and the highest temperature; the swing */
    for (int64_t p = own.from; p < own.end; p++) {
        found[0] = extremes_max(found[0], -(double)kept[p]), found[1] = extremes_max(found[1], (double)kept[p]);
        found[2] = extremes_max(found[2], fabs((double)change[p]));
    }
    comm_max(s->grid.comm, found, 3);
    grid_copy(&s->grid, kept, s->u, sizeof *kept);
    mem_free(kept);
    TRY(state_send(s));
    const double low = -found[0], high = found[1], most = found[2];
    const double largest = fmax(fabs(low), fabs(high)), least = fmax(1e-6, 32e3 * (double)REAL_EPS) * largest;
    if (status == ST_OK) *swing = most, *range = fmax(high - low, least); /* formulas may end with the run */
    return ST_OK;
}
