/* Time steps of a part on the device, in the order of part/part_advance.c. A step in which a current jumps is taken by
 * both schemes, and the cells of each block take the solution that they would have on the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/hines/device/device_part.h"
#include "apps/hines/part/equations.h"
#include "base/device/device.h"

static enum status copy_nodes(const struct device_part *t, real *to, const real *from)
{
    return device_copy_within(to, from, t->nodes.extent * (int64_t)sizeof *to, &t->exec);
}

/* Calcium inside advances before the channels that depend on it. */
static void run_sets(struct device_part *t, bool calcium, real dt)
{
    for (int64_t i = 0; i < t->part->sets; i++) {
        struct device_set *const set = &t->set[i];
        if ((set->type->after != NULL) != calcium || !set->run.end) continue;
        set->run.dt = dt, set->run.v = t->nodes.v, set->run.diag = t->nodes.diag, set->run.right = t->nodes.x;
        set->type->run(&set->run);
    }
}

static void keep(struct device_part *t, const real *before, const real *after)
{
    for (int64_t i = 0; i < t->part->sets; i++)
        if (t->set[i].type->after && t->set[i].run.end) t->set[i].type->after(&t->set[i].run, before, after);
}

static void add_currents(struct device_part *t, const struct hines_params *params, int64_t step, int64_t number)
{
    const real dt = step ? (real)params->dt : 0;
    run_sets(t, true, dt);
    run_sets(t, false, dt);
    device_synapses_add(&t->nodes, &t->synapses, &t->exec);
    device_gaps_add(&t->nodes, &t->gaps, t->gap, &t->exec);
    device_clamps_add(&t->nodes, &t->clamps, step, number, params->dt, &t->exec);
}

static enum status solve(struct device_part *t, const struct hines_params *params)
{
    struct plan *const plan = t->part->plan;
    const struct system system = device_part_system(t);
    if (scheme_stages(params->scheme) == 1) return plan_solve(plan, &system);
    TRY(copy_nodes(t, t->nodes.kept, t->nodes.x));
    if (!t->part->fixed) TRY(plan_factor(plan, &system));
    TRY(plan_solve(plan, &system));
    device_nodes_second_stage(&t->nodes, (real)(1 / scheme_share(params->scheme) - 1), &t->exec);
    return plan_solve(plan, &system);
}

static void exchange(struct device_nodes *n)
{
    real *const v = n->v;
    n->v = n->x, n->x = v;
}

static enum status usual_step(struct device_part *t, const struct hines_params *params)
{
    TRY(solve(t, params));
    if (params->scheme == CRANK_NICOLSON) {
        device_nodes_extrapolate(&t->nodes, &t->exec);
        keep(t, t->nodes.x, t->nodes.x);
        return ST_OK;
    }
    exchange(&t->nodes);
    keep(t, t->nodes.x, t->nodes.v);
    return ST_OK;
}

/* From the right side in `kept`. */
static enum status solve_in_quarters(struct device_part *t, double share)
{
    struct plan *const plan = t->part->plan;
    const struct system system = device_part_system(t);
    TRY(copy_nodes(t, t->nodes.x, t->nodes.v));
    device_nodes_store_more(&t->nodes, (real)(4 * share - 1), &t->exec);
    if (plan->shape.reuse) TRY(plan_factor(plan, &system));
    for (int quarter = 0; quarter < 4; quarter++) {
        device_nodes_quarter(&t->nodes, (real)(4 * share), &t->exec);
        TRY(plan_solve(plan, &system));
    }
    if (!t->part->fixed) return ST_OK;
    TRY(copy_nodes(t, t->nodes.diag, t->nodes.base));
    return plan_factor(plan, &system);
}

static enum status divided_step(struct device_part *t, const struct population *all, const struct hines_params *params)
{
    TRY(device_copy(t->jumps, DEVICE, t->jumps_here, HOST, all->blocks * (int64_t)sizeof *t->jumps, &t->exec));
    TRY(copy_nodes(t, t->nodes.kept, t->nodes.x));
    TRY(solve(t, params));
    TRY(copy_nodes(t, t->nodes.spare, t->nodes.x));
    TRY(solve_in_quarters(t, scheme_share(params->scheme)));
    device_nodes_join(&t->nodes, t->jumps, params->scheme == CRANK_NICOLSON, &t->exec);
    keep(t, t->nodes.x, t->nodes.spare);
    return ST_OK;
}

/* Does a current jump in the step from `step` on? Those of which blocks is in jumps_here. */
static bool find_jumps(struct device_part *t, const struct population *all, const struct hines_params *params,
                       int64_t step)
{
    bool any = false;
    if (params->scheme == BACKWARD_EULER || !t->part->clamps) return false;
    for (int64_t q = 0; q < all->blocks; q++) t->jumps_here[q] = 0;
    for (int64_t i = 0; i < t->part->clamps; i++) {
        if (!part_jumps(&t->part->clamp[i], 1, params->dt, step)) continue;
        t->jumps_here[t->clamp_block[i]] = 1, any = true;
    }
    return any;
}

static enum status take_step(struct device_part *t, const struct population *all, const struct part_steps *of,
                             int64_t step)
{
    if (t->synapses.count) device_part_receive(t, step - of->step);
    device_nodes_begin(&t->nodes, !t->part->fixed, &t->exec);
    add_currents(t, of->params, step, step - of->step);
    t->divided = find_jumps(t, all, of->params, step);
    TRY(t->divided ? divided_step(t, all, of->params) : usual_step(t, of->params));
    device_synapses_decay(&t->synapses, &t->exec);
    device_detectors_look(&t->detectors, t->nodes.v, (int32_t)(step - of->step), &t->exec);
    return ST_OK;
}

static int by_step(const void *a, const void *b)
{
    const struct device_spike *const x = a, *const y = b;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* The spikes of these steps, in the order of the host. */
static enum status fetch_spikes(struct device_part *t, const struct part_steps *of)
{
    struct cell_part *const p = t->part;
    int count = 0, none = 0;
    TRY(device_copy(&count, HOST, t->detectors.count, DEVICE, sizeof count, &t->exec));
    if (!count) return ST_OK;
    TRY(device_copy(t->spike, HOST, t->detectors.spike, DEVICE, count * (int64_t)sizeof *t->spike, &t->exec));
    TRY(device_copy(t->detectors.count, DEVICE, &none, HOST, sizeof none, &t->exec));
    qsort(t->spike, (size_t)count, sizeof *t->spike, by_step);
    for (int i = 0; i < count; i++) {
        const struct device_spike *const k = &t->spike[i];
        const int64_t step = of->step + k->step;
        const double time = equation_crossing(t->detectors.threshold, k->before, k->now, step, of->params->dt);
        TRY(part_spike_add(p, &(struct part_spike){p->first + k->cell, step, time}));
    }
    return ST_OK;
}

/* Samples of potentials, and the currents of clamps at them. */
static enum status fetch_samples(struct device_part *t, const struct part_steps *of, int64_t taken)
{
    const struct cell_part *const p = t->part;
    const int64_t first = of->step / of->every + 1;
    if (!taken || !t->records) return ST_OK;
    TRY(device_copy(of->samples, HOST, t->samples, DEVICE, taken * of->columns * (int64_t)sizeof *t->samples,
                    &t->exec));
    for (int64_t i = 0; i < p->records; i++)
        for (int64_t k = 0; k < taken && !p->record[i].of; k++) {
            double *const value = of->samples + of->columns * k + p->record[i].column;
            *value = part_clamped(p, &p->record[i], *value, of->params->dt, (first + k) * of->every - 1);
        }
    return ST_OK;
}

/* Finds potentials that are not finite, and the largest. */
static enum status weigh(struct device_part *t, const struct part_steps *of)
{
    struct cell_part *const p = t->part;
    const double when = (double)(of->step + of->count) * of->params->dt;
    struct device_weight most = {.size = 0};
    device_nodes_weigh(&t->nodes, t->weight, &t->exec);
    TRY(device_copy(t->weight_here, HOST, t->weight, DEVICE, WEIGHED_THERE * (int64_t)sizeof *t->weight, &t->exec));
    for (int i = 0; i < WEIGHED_THERE; i++) {
        const struct device_weight *const w = &t->weight_here[i];
        if (w->wrong) return fail(ST_FAILED, "a potential becomes non-finite before t = %g ms", when);
        if (w->size > most.size || (w->size == most.size && w->where < most.where)) most = *w;
    }
    if (of->weigh && (double)most.size > p->largest)
        p->largest = (double)most.size, p->where = most.where, p->when = when;
    return ST_OK;
}

static enum status advance(struct device_part *t, const struct population *all, const struct part_steps *of)
{
    int64_t taken = 0;
    TRY(device_part_stimuli(t, of->step, of->count));
    TRY(device_part_arrivals(t, of->step, of->count));
    for (int64_t step = of->step; step < of->step + of->count; step++) {
        TRY(take_step(t, all, of, step));
        if ((step + 1) % of->every) continue;
        if (t->wide) TRY(device_part_values(t, of, step, taken));
        device_samples_take(t->records, t->record_node, t->record_column, t->nodes.v, t->samples + of->columns * taken,
                            &t->exec);
        taken++;
    }
    TRY(fetch_samples(t, of, taken));
    TRY(fetch_spikes(t, of));
    return weigh(t, of);
}

void device_part_advance(struct device_part *t, const struct population *all, const struct part_steps *of)
{
    struct cell_part *const p = t->part;
    if (p->status != ST_OK) return;
    p->status = advance(t, all, of);
    if (p->status != ST_OK) snprintf(p->fault, sizeof p->fault, "%s", fail_text());
}
