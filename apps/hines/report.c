/* What the cells did: how many fired and how often, and the course of each recorded potential. */
#include <math.h>

#include "apps/hines/state.h"

static enum status report_group(struct sim *sim, int64_t group)
{
    struct hines_state *const s = sim->state;
    const int64_t first = s->all.first[group], end = s->all.first[group + 1];
    double spikes = 0, earliest = INFINITY, last = -INFINITY;
    for (int64_t q = 0; q < s->all.parts; q++)
        for (int64_t i = 0; i < s->part[q].spikes; i++) {
            const struct part_spike *const k = &s->part[q].spike[i];
            const int64_t cell = s->all.order[k->cell];
            if (cell < first || cell >= end) continue;
            spikes++, earliest = fmin(earliest, k->time), last = fmax(last, k->time);
        }
    const char *const name = ((const struct hines_cells *)s->params->cells.v)[group].name;
    TRY(answers_put(&sim->answers, name, "spikes", spikes, ""));
    if (spikes == 0) return ST_OK;
    TRY(answers_put(&sim->answers, name, "rate", 1e3 * spikes / (double)(end - first) / sim->time, "Hz"));
    TRY(answers_put(&sim->answers, name, "first_spike", earliest, "ms"));
    return answers_put(&sim->answers, name, "last_spike", last, "ms");
}

static enum status report_record(struct sim *sim, const char *name)
{
    const struct column *const v = series_column(&sim->series, name), *const t = series_column(&sim->series, "time");
    int64_t most = 0;
    if (!v || !v->count) return ST_OK;
    for (int64_t i = 1; i < v->count; i++)
        if (v->value[i] > v->value[most]) most = i;
    TRY(answers_put(&sim->answers, name, "peak", v->value[most], "mV"));
    TRY(answers_place(&sim->answers, "at t = %.6g ms", t->value[most]));
    return answers_put(&sim->answers, name, "final", v->value[v->count - 1], "mV");
}

enum status hines_report(struct sim *sim)
{
    const struct hines_params *const p = sim->params;
    for (int64_t g = 0; g < p->cells.count; g++) TRY(report_group(sim, g));
    for (int64_t i = 0; i < p->records.count; i++)
        TRY(report_record(sim, ((const struct hines_record *)p->records.v)[i].name));
    return ST_OK;
}
