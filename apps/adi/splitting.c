/* Is a step too large to be split along the axes?
 *
 * M_x M_y M_z = I - theta dt L + theta^2 dt^2 (L_x L_y + ...) - ...: the terms of the product that the matrix of the
 * step does not have hold temperatures back where they vary along several axes. A large step then changes them by less
 * than it should, however often it is taken, and a slow change looks like a stationary state. It is found by a further
 * step from the last field, with the change D, compared with that of the step which is not split,
 *
 *     (I - theta dt L) D* = dt (L u + f)
 *
 * (I - theta dt L)^-1 increases no maximum, so that max |D* - D| <= max |(I - theta dt L) D - dt (L u + f)|: a system
 * is solved only where that is large. On steps after an abrupt change max |D* - D| was three times the error that the
 * field had from splitting. Shorter and shorter steps are tried over the same time until they make no difference. */
#include <math.h>
#include <string.h>

#include "apps/adi/balance.h"
#include "apps/adi/measures.h"
#include "apps/adi/split_step.h"
#include "base/field/extremes.h"
#include "base/memory.h"

struct comparison {
    const struct state *s;
    struct heat_balance balance;
    double theta, range, *loss; /* [points] of the network, without what a step adds */
    double *split, *whole;      /* [points] D, D* */
    double *right;              /* [points] of the system for D* */
};

static double largest_difference(const double *x, const double *y, int64_t count)
{
    double most = 0;
    for (int64_t p = 0; p < count; p++) most = fmax(most, fabs(x[p] - y[p]));
    return most;
}

/* (C V / (theta dt) + A) D* = inflow / theta, begun with D. */
static enum status solve_whole(struct comparison *x, double allowed, double *miss)
{
    const struct conductances *const w = &x->balance.network;
    /* It need only be known relative to the allowed difference. */
    const struct limits limits = {.change = 0.05 * allowed, .share = 0.01, .iterations = 100};
    struct solution found;
    struct levels *levels;
    memcpy(x->whole, x->split, (size_t)w->points * sizeof *x->whole);
    TRY(levels_make(&levels, w));
    const enum status st = conductance_solve(levels, x->right, x->whole, &limits, &found);
    levels_free(levels);
    *miss = found.uncertain < HUGE_VAL ? largest_difference(x->whole, x->split, w->points) : 0;
    return st;
}

/* max |D* - D| of a step of dt, or less than `allowed` where it is known to be. */
static enum status compare(struct comparison *x, double dt, double allowed, double *miss)
{
    struct conductances *const w = &x->balance.network;
    const double c = x->theta * dt, *const capacity = x->balance.capacity;
    for (int64_t p = 0; p < w->points; p++) {
        const bool held = x->loss[p] < 0;
        x->split[p] = held ? 0 : dt * x->balance.inflow[p] / capacity[p];
        w->loss[p] = held ? 0 : x->loss[p] + capacity[p] / c;
    }
    TRY(split_step(&x->s->op, c, x->split));
    conductance_diagonal(w);
    conductance_apply(w, x->split, x->whole);
    *miss = 0;
    for (int64_t p = 0; p < w->points; p++) {
        x->right[p] = x->balance.inflow[p] / x->theta;
        *miss = fmax(*miss, fabs(x->whole[p] - x->right[p]) * c / capacity[p]);
    }
    return *miss <= allowed ? ST_OK : solve_whole(x, allowed, miss);
}

static double range_of(const struct state *s)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int64_t p = 0; p < s->grid.points; p++)
        low = extremes_min(low, (double)s->u[p]), high = extremes_max(high, (double)s->u[p]);
    return fmax(high - low, 32e3 * (double)REAL_EPS * fmax(fabs(low), fabs(high)));
}

/* v: the change of the field by so many split steps that take dt together. */
static enum status take_steps(struct comparison *x, double dt, int64_t steps, double *v)
{
    struct conductances *const w = &x->balance.network;
    const double step = dt / (double)steps;
    memset(v, 0, (size_t)w->points * sizeof *v);
    for (int64_t k = 0; k < steps; k++) {
        conductance_apply(w, v, x->right);
        for (int64_t p = 0; p < w->points; p++)
            x->right[p] = x->loss[p] < 0 ? 0 : step * (x->balance.inflow[p] - x->right[p]) / x->balance.capacity[p];
        TRY(split_step(&x->s->op, x->theta * step, x->right));
        for (int64_t p = 0; p < w->points; p++) v[p] += x->right[p];
    }
    return ST_OK;
}

/* The longest step such that shorter ones change the field over dt by at most `allowed` differently; 0: none. */
static enum status find_step(struct comparison *x, double dt, double allowed, double *found)
{
    static const int64_t steps[] = {2, 5, 10, 20, 50, 100, 200};
    struct conductances *const w = &x->balance.network;
    double *here = x->split, *finer = x->whole;
    for (int64_t p = 0; p < w->points; p++) w->loss[p] = fmax(x->loss[p], 0);
    conductance_diagonal(w);
    TRY(take_steps(x, dt, steps[0], here));
    *found = 0;
    for (size_t i = 0; *found == 0 && i + 1 < sizeof steps / sizeof *steps; i++) {
        TRY(take_steps(x, dt, steps[i + 1], finer));
        if (largest_difference(here, finer, w->points) <= allowed) *found = dt / (double)steps[i];
        double *const coarser = here;
        here = finer, finer = coarser;
    }
    return ST_OK;
}

static enum status find(struct comparison *x, double share_max, struct splitting *out)
{
    const double dt = x->s->params.dt, allowed = share_max * x->range;
    *out = (struct splitting){.range = x->range, .dt = dt};
    TRY(compare(x, dt, allowed, &out->miss));
    return out->miss > allowed ? find_step(x, dt, allowed, &out->dt) : ST_OK;
}

static enum status make(struct comparison *x, struct state *s)
{
    const int64_t points = s->grid.points;
    TRY(balance_make(&x->balance, s));
    TRY(mem_array(&x->split, HOST, 4 * points, sizeof *x->split));
    x->whole = x->split + points, x->right = x->whole + points, x->loss = x->right + points;
    for (int64_t p = 0; p < points; p++)
        x->loss[p] = balance_is_prescribed(&s->grid, p) ? -1 : x->balance.network.loss[p];
    return ST_OK;
}

enum status state_splitting(struct state *s, double share_max, struct splitting *out)
{
    struct comparison x = {.s = s};
    *out = (struct splitting){.range = 1, .dt = s->params.dt};
    if (!state_can_look_further(s)) return ST_OK;
    enum status st = make(&x, s);
    x.theta = s->params.steps - 1 < s->params.startup_steps ? 1 : 0.5;
    x.range = range_of(s);
    if (st == ST_OK) st = find(&x, share_max, out);
    mem_free(x.split);
    balance_free(&x.balance);
    return st == ST_NOMEM ? st : ST_OK; /* formulas may end with the run */
}
