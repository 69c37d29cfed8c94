/* Does the field swing up and down from step to step?
 *
 * With theta = 1/2 a component that decays at a rate l is multiplied by (1 - l dt / 2) / (1 + l dt / 2) in a step,
 * which tends to -1 for large steps: what changes abruptly, as a power that is switched on, then leaves an oscillation
 * that hardly decays (R. D. Richtmyer and K. W. Morton, Difference methods for initial-value problems, 2nd ed. 1967,
 * section 8.2). It is found by three further steps, whose changes have alternating signs where there is one: its
 * amplitude is the least of the three. What moves through the body changes its sign only once. */
#include <math.h>
#include <string.h>

#include "apps/adi/state.h"
#include "base/field/extremes.h"
#include "base/memory.h"

enum { FURTHER = 3 };

/* Further steps are much more than the run where it is short and its grid is large. They lie behind its end, so that a
 * run of one step is judged by as many changes as any other. */
bool state_can_look_further(const struct state *s)
{
    static const int64_t few_points = 1 << 20, many_steps = 32, points_max = 1 << 24;
    return s->grid.points <= (s->params.steps >= many_steps ? points_max : few_points);
}

/* swing: the least change of the steps so far, with the sign of the last one; 0 where signs did not alternate. */
static void take_change(int64_t points, const real *u, real *before, real *swing, bool first)
{
#pragma omp simd
    for (int64_t p = 0; p < points; p++) {
        const real change = u[p] - before[p], size = (real)fabs((double)change), least = (real)fabs((double)swing[p]);
        const bool alternates = first || change * swing[p] < 0;
        swing[p] = alternates ? (first || size < least ? change : -swing[p]) : 0;
        before[p] = u[p];
    }
}

static enum status take_steps(struct state *s, real *before, real *swing)
{
    memcpy(before, s->u, (size_t)s->grid.points * sizeof *before);
    for (int i = 0; i < FURTHER; i++) {
        struct step_data data;
        struct clock clock = {{0}};
        TRY(state_prepare(s, s->params.steps + i, &data, &clock));
        TRY(state_advance(s, &data, &clock));
        TRY(state_fetch(s));
        take_change(s->grid.points, s->u, before, swing, i == 0);
    }
    return ST_OK;
}

enum status state_swing(struct state *s, double *swing, double *range)
{
    const int64_t points = s->grid.points;
    const size_t bytes = (size_t)points * sizeof *s->u;
    real *kept;
    *swing = 0, *range = 1;
    if (!state_can_look_further(s)) return ST_OK;
    TRY(state_fetch(s));
    TRY(mem_array(&kept, HOST, 3 * points, sizeof *kept));
    real *const before = kept + points, *const change = before + points;
    memcpy(kept, s->u, bytes);
    const enum status status = take_steps(s, before, change);
    double low = HUGE_VAL, high = -HUGE_VAL, most = 0;
    for (int64_t p = 0; p < points; p++) {
        low = extremes_min(low, (double)kept[p]), high = extremes_max(high, (double)kept[p]);
        most = extremes_max(most, fabs((double)change[p]));
    }
    memcpy(s->u, kept, bytes);
    mem_free(kept);
    TRY(state_send(s));
    const double largest = fmax(fabs(low), fabs(high)), least = fmax(1e-6, 32e3 * (double)REAL_EPS) * largest;
    if (status == ST_OK) *swing = most, *range = fmax(high - low, least); /* formulas may end with the run */
    return ST_OK;
}
