/* Input to synapses from outside: at times that are given, in the configuration or in a file, and in trains whose
 * arrivals are drawn. */
#include <math.h>

#include "apps/hines/network/entries.h"
#include "apps/hines/network/network.h"
#include "base/config/csv.h"

static const char *const column[] = {"time", "cell"};
enum { COLUMNS = sizeof column / sizeof *column };

struct filling {
    struct hines_state *s;
    const struct hines_input *of;
    int64_t entry; /* of the synapse */
};

/* The step before which NEURON, under fixed steps, receives an arrival of this time: the nearest, of two the earlier. A
 * time within rounding of half a step counts as half a step. */
static int64_t step_of(double time, double dt)
{
    const double step = ceil(time / dt - 0.5 - 1e-9);
    return step > 0 ? (int64_t)step : 0;
}

static enum status give(struct hines_state *s, const struct hines_input *of, int64_t synapse, double time)
{
    struct part_synapses *const to = &s->part[s->net.part[synapse]].synapses;
    if (time < of->begin || time >= of->end || time > s->params->duration) return ST_OK;
    if (!population_owns(&s->all, s->net.part[synapse])) return ST_OK;
    return synapses_give(to, step_of(time, s->params->dt), s->net.at[synapse], (real)of->weight);
}

static enum status give_times(struct hines_state *s, const struct hines_input *of, int64_t entry)
{
    for (int64_t k = s->net.first[entry]; k < s->net.first[entry + 1]; k++)
        for (int64_t i = 0; i < of->times.count; i++) TRY(give(s, of, k, of->times.v[i]));
    return ST_OK;
}

static enum status give_row(void *context, const struct csv *t)
{
    const struct filling *const f = context;
    const int64_t cells = f->s->all.cells;
    double time = 0, cell = 0;
    TRY(csv_number(t, 0, &time));
    TRY(csv_number(t, 1, &cell));
    if (time < 0) return input_fault(&t->input, "time: %g ms is before the beginning, 0", time);
    if (!(cell >= 0 && cell < (double)cells && cell == floor(cell)))
        return input_fault(&t->input, "cell: %s is not one of the %lld cells, from 0", t->cell[1], (long long)cells);
    const struct some_synapses on = network_synapses(&f->s->net, f->entry, (int64_t)cell);
    if (on.first == on.end)
        return input_fault(&t->input, "cell: cell %s has no synapse '%s'", t->cell[1], f->of->synapse);
    for (int64_t k = on.first; k < on.end; k++) TRY(give(f->s, f->of, k, time));
    return ST_OK;
}

/* The steps that begin in [begin, end). */
static int64_t steps_before(double time, double dt)
{
    const double steps = ceil(time / dt * (1 - 1e-12));
    return steps < 1e15 ? (int64_t)steps : (int64_t)1e15;
}

/* Synapses of one entry follow each other in each part. */
static enum status add_trains(struct hines_state *s, const struct hines_input *of, int64_t entry)
{
    const struct network *const n = &s->net;
    const double dt = s->params->dt, mean = of->rate * 1e-3 * dt;
    struct train t = {.seed = of->seed,
                      .begin = steps_before(of->begin, dt),
                      .end = steps_before(of->end, dt),
                      .mean = mean,
                      .none = exp(-mean),
                      .weight = (real)of->weight};
    for (int64_t q = s->all.own; q < s->all.end; q++) {
        struct part_synapses *const to = &s->part[q].synapses;
        t.count = 0;
        for (int64_t i = 0; i < to->count; i++) {
            if (to->number[i] < n->first[entry] || to->number[i] >= n->first[entry + 1]) continue;
            if (!t.count++) t.first = (int32_t)i;
        }
        if (t.count) TRY(synapses_add_train(to, &t));
    }
    return ST_OK;
}

enum status network_add_inputs(struct hines_state *s)
{
    const struct hines_input *const all = s->params->inputs.v;
    for (int64_t i = 0; i < s->params->inputs.count; i++) {
        const int64_t entry = network_entry(s, all[i].synapse);
        if (all[i].rate > 0) TRY(add_trains(s, &all[i], entry));
        TRY(give_times(s, &all[i], entry));
        struct filling f = {s, &all[i], entry};
        if (all[i].file) TRY(csv_read(all[i].file, column, COLUMNS, give_row, &f));
    }
    for (int64_t q = 0; q < s->all.parts; q++) synapses_sort(&s->part[q].synapses);
    return ST_OK;
}
