/* Time steps of a part. The conductances of channels are those of the middle of a step, where their gates are kept, so
 * that a step is linear: M. Hines, Int. J. Bio-Medical Computing 15 (1984) 69. It is taken by one of
 *
 *     backward_euler  (C/h + G) v' = C/h v + b with h = dt
 *     crank_nicolson  the same with h = dt/2, and twice the change; nodes without area, which store no charge, take
 *                     the solution itself: doubled, their change would swing from step to step forever
 *     sdirk2          two stages with h = (1 - 1/sqrt 2) dt: order 2, and what is stiff decays (R. Alexander, SIAM J.
 *                     Numer. Anal. 14 (1977) 1006)
 *
 * A step in which a current jumps is taken by four steps of backward Euler under the schemes of order 2, which else
 * overshoot or swing after it (R. Rannacher, Numer. Math. 43 (1984) 309). After a step the gates go on by dt with the
 * new potentials. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/part/equations.h"
#include "apps/hines/part/part.h"
#include "apps/hines/part/variable.h"

static const struct {
    double share;
    int stages;
} schemes[SCHEMES] = {{1, 1}, {0.5, 1}, {0.29289321881345247560, 2}};

double scheme_share(int scheme)
{
    return schemes[scheme].share;
}

int scheme_stages(int scheme)
{
    return schemes[scheme].stages;
}

static void begin_equations(struct cell_part *p)
{
    for (int64_t i = 0; i < p->extent; i += LANES) {
        const vec storage = vec_load(p->storage + i), source = equation_source(p->source, i, storage, p->drive);
        vec_store(p->x + i, equation_right(storage, vec_load(p->v + i), source));
    }
    for (int64_t i = 0; p->calcium && i < p->extent; i++) p->calcium_g[i] = p->calcium_ge[i] = 0;
    for (int64_t i = 0; !p->fixed && i < p->extent; i += LANES) vec_store(p->diag + i, vec_load(p->base + i));
}

static void run_some(struct cell_part *p, bool calcium, real dt)
{
    for (int64_t i = 0; i < p->sets; i++) {
        struct channel_run *const r = &p->set[i].run;
        if ((p->set[i].type->after != NULL) != calcium) continue;
        r->dt = dt;
        r->v = p->v, r->diag = p->diag, r->right = p->x;
        p->set[i].type->run(r);
    }
}

/* Calcium inside advances before the channels that depend on it. dt 0: states are put at rest. */
static void run_sets(struct cell_part *p, real dt)
{
    if (p->calcium) run_some(p, true, dt);
    run_some(p, false, dt);
}

/* Adds the currents into the cells in the step from `step` on. */
static void add_currents(struct cell_part *p, const struct hines_params *params, int64_t step)
{
    const double begin = (double)step * params->dt, end = begin + params->dt;
    run_sets(p, step ? (real)params->dt : 0);
    synapses_add(&p->synapses, &(struct synapse_equations){p->v, p->base, p->storage, p->diag, p->x});
    gaps_add(p);
    for (int64_t i = 0; i < p->clamps; i++) {
        const struct part_clamp *const c = &p->clamp[i];
        const double current = c->stimulus ? stimulus_at(c->stimulus, step) : c->current;
        equation_clamp(c, current, begin, end, params->dt, &p->diag[c->node], &p->x[c->node]);
    }
}

static void exchange(struct cell_part *p)
{
    real *const v = p->v;
    p->v = p->x, p->x = v;
}

static void extrapolate(struct cell_part *p)
{
    for (int64_t i = 0; i < p->extent; i += LANES)
        vec_store(p->v + i, equation_extrapolated(vec_load(p->storage + i), vec_load(p->v + i), vec_load(p->x + i)));
}

static void begin_stage(struct cell_part *p)
{
    const vec factor = vec_all((real)(1 / schemes[SDIRK2].share - 1));
    for (int64_t i = 0; i < p->extent; i += LANES)
        vec_store(p->x + i, equation_second_stage(vec_load(p->kept + i), factor, vec_load(p->storage + i),
                                                  vec_load(p->v + i), vec_load(p->x + i)));
}

/* The calcium currents of the step, after it. */
static void keep_calcium(struct cell_part *p)
{
    for (int64_t i = 0; i < p->sets; i++)
        if (p->set[i].type->after) p->set[i].type->after(&p->set[i].run, p->x, p->doubled ? p->x : p->v);
}

static struct system system_of(const struct cell_part *p)
{
    return (struct system){.kind = KIND_TREE, .tree = {p->coupling, p->diag, p->coupling}, .x = p->x};
}

static enum status solve(struct cell_part *p, int stages)
{
    const struct system system = system_of(p);
    if (stages == 1) return plan_solve(p->plan, &system);
    memcpy(p->kept, p->x, (size_t)p->extent * sizeof(real));
    if (!p->fixed) TRY(plan_factor(p->plan, &system));
    TRY(plan_solve(p->plan, &system));
    begin_stage(p);
    return plan_solve(p->plan, &system);
}

/* Does the current of one of `count` clamps begin or end in the step from `step` on? */
bool part_jumps(const struct part_clamp *clamp, int64_t count, double dt, int64_t step)
{
    bool yes = false;
    for (int64_t i = 0; i < count; i++) {
        const double begin = floor(clamp[i].begin / dt + 1e-6), end = floor(clamp[i].end / dt + 1e-6);
        yes = yes || begin == (double)step || end == (double)step;
    }
    return yes;
}

/* diag += factor C/h, and factors of the matrix where they are kept. */
static enum status change_storage(struct cell_part *p, double factor)
{
    const struct system system = system_of(p);
    for (int64_t i = 0; i < p->extent; i += LANES)
        vec_store(p->diag + i,
                  equation_diagonal(vec_load(p->diag + i), vec_all((real)factor), vec_load(p->storage + i)));
    return p->plan->shape.reuse ? plan_factor(p->plan, &system) : ST_OK;
}

/* The step by four of backward Euler, whose C/h is `ratio` times that of the scheme. */
static enum status solve_in_quarters(struct cell_part *p, double share)
{
    const struct system system = system_of(p);
    const vec ratio = vec_all((real)(4 * share));
    memcpy(p->kept, p->x, (size_t)p->extent * sizeof(real));
    memcpy(p->x, p->v, (size_t)p->extent * sizeof(real));
    TRY(change_storage(p, 4 * share - 1));
    for (int quarter = 0; quarter < 4; quarter++) {
        for (int64_t i = 0; i < p->extent; i += LANES)
            vec_store(p->x + i, equation_quarter(vec_load(p->kept + i), ratio, vec_load(p->storage + i),
                                                 vec_load(p->v + i), vec_load(p->x + i)));
        TRY(plan_solve(p->plan, &system));
    }
    for (int64_t i = 0; p->fixed && i < p->extent; i += LANES) vec_store(p->diag + i, vec_load(p->base + i));
    return p->fixed ? plan_factor(p->plan, &system) : ST_OK;
}

enum status part_spike_add(struct cell_part *p, const struct part_spike *spike)
{
    if (p->spikes == p->spike_capacity) {
        const int64_t more = p->spike_capacity ? 2 * p->spike_capacity : 64;
        struct part_spike *const new = realloc(p->spike, (size_t)more * sizeof *new);
        if (!new) return fail(ST_NOMEM, "no memory for spikes");
        p->spike = new, p->spike_capacity = more;
    }
    p->spike[p->spikes++] = *spike;
    return ST_OK;
}

/* Cells that rose above the threshold in the step from `step` on; the time by linear interpolation. */
static enum status detect(struct cell_part *p, const struct hines_params *params, int64_t step)
{
    const real threshold = (real)params->threshold;
    for (int64_t k = 0; k < p->cells; k++) {
        const real before = p->before[k], now = p->v[p->detector[k]];
        p->before[k] = now;
        if (!(before < threshold && now >= threshold)) continue;
        const struct part_spike spike = {p->first + k, step,
                                         equation_crossing(threshold, before, now, step, params->dt)};
        TRY(part_spike_add(p, &spike));
    }
    return ST_OK;
}

static enum status take_step(struct cell_part *p, const struct hines_params *params, int64_t step)
{
    const int scheme = params->scheme;
    const bool jump = part_jumps(p->clamp, p->clamps, params->dt, step) ||
                      part_jumps(p->foreign_clamp, p->foreign_clamps, params->dt, step);
    const bool quarters = scheme != BACKWARD_EULER && jump;
    synapses_receive(&p->synapses, step);
    begin_equations(p);
    add_currents(p, params, step);
    TRY(quarters ? solve_in_quarters(p, schemes[scheme].share) : solve(p, schemes[scheme].stages));
    p->doubled = scheme == CRANK_NICOLSON && !quarters;
    if (p->doubled) extrapolate(p);
    else exchange(p);
    if (p->calcium) keep_calcium(p);
    synapses_decay(&p->synapses);
    return detect(p, params, step);
}

static bool is_finite(const struct cell_part *p)
{
    vec sum = {0};
    for (int64_t i = 0; i < p->extent; i += LANES) {
        const vec v = vec_load(p->v + i);
        sum += v - v;
    }
    bool yes = true;
    for (int l = 0; l < LANES; l++) yes = yes && sum[l] == 0;
    return yes;
}

static void weigh(struct cell_part *p, double when)
{
    for (int64_t i = 0; i < p->extent; i++)
        if (fabs((double)p->v[i]) > p->largest) p->largest = fabs((double)p->v[i]), p->where = i, p->when = when;
}

double part_clamped(const struct cell_part *p, const struct part_record *r, double v, double dt, int64_t step)
{
    const double middle = ((double)step + 0.5) * dt;
    double current = 0;
    for (int64_t i = r->first; i < r->first + r->clamps; i++)
        if (middle >= p->clamp[i].begin && middle < p->clamp[i].end)
            current += p->clamp[i].current - p->clamp[i].conductance * v;
    return current;
}

/* Sample number `taken` of these steps, after the step from `step` on. */
static void sample(const struct cell_part *p, const struct part_steps *of, int64_t step, int64_t taken)
{
    double *const row = of->samples + of->columns * taken;
    for (int64_t i = 0; i < p->records; i++) {
        const struct part_record *const r = &p->record[i];
        row[r->column] = r->of ? r->of->value(p, r) : part_clamped(p, r, (double)p->v[r->node], of->params->dt, step);
    }
}

void part_rest(struct cell_part *p, const struct part_steps *of)
{
    begin_equations(p);
    run_sets(p, 0);
    memcpy(p->x, p->v, (size_t)p->extent * sizeof(real));
    sample(p, of, 0, 0);
}

void part_advance(struct cell_part *p, const struct part_steps *of)
{
    int64_t taken = 0;
    for (int64_t step = of->step; p->status == ST_OK && step < of->step + of->count; step++) {
        p->status = take_step(p, of->params, step);
        if ((step + 1) % of->every) continue;
        sample(p, of, step, taken++);
    }
    if (p->status == ST_OK && !is_finite(p))
        p->status = fail(ST_FAILED, "a potential becomes non-finite before t = %g ms",
                         (double)(of->step + of->count) * of->params->dt);
    if (p->status == ST_OK && of->weigh) weigh(p, (double)(of->step + of->count) * of->params->dt);
    if (p->status != ST_OK) snprintf(p->fault, sizeof p->fault, "%s", fail_text());
}
