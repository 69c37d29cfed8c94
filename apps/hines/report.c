/* The activity of the cells: how many fired, when, how often and how regularly, and the course of each recorded
 * potential. */
#include <math.h>
#include <stdio.h>

#include "apps/hines/report.h"
#include "apps/hines/sonata/sonata.h"
#include "base/memory.h"

/* clang-format off */
const struct answer_about hines_answers[] = {
    {"spikes", "", "of a group of cells: their spikes"},
    {"rate", "Hz", "of a group: spikes per cell and second"},
    {"first_spike", "ms", "of a group: its first spike"},
    {"last_spike", "ms", "of a group: its last spike"},
    {"cells_firing", "", "of a group of several cells: the number that have fired"},
    {"latency", "ms", "of a group of several cells: the mean time of the first spikes of those that have fired"},
    {"interval_cv", "", "of a group: standard deviation of intervals of a cell over their mean, averaged over cells"},
    {"connections", "", "of the synapses: the number of connected pairs of cells"},
    {"arrivals", "", "of the synapses: the number of spikes that have arrived"},
    {"predicted", "ns", "of a layout, with `auto`: the expected time of a step per compartment on one core"},
    {"predicted_bytes", "", "of a layout, with `auto`: the expected traffic of such a step"},
    {"levels", "", "of the layout, with `auto`: nodes on the longest path of a cell over its nodes, in the mean"},
    {"peak", "*", "of a recorded quantity: its highest value, and when"},
    {"final", "*", "of a recorded quantity: its value at the end"},
    {0}};
/* clang-format on */

/* The spikes of one cell. */
struct course {
    int64_t spikes;
    double first, last, squares; /* ms; the sum of squares of intervals */
};

static void follow(struct course *c, double time)
{
    const double interval = c->spikes ? time - c->last : 0;
    if (!c->spikes) c->first = time;
    c->squares += interval * interval;
    c->spikes++, c->last = time;
}

/* Standard deviation of the intervals of a cell, at least two, over their mean. */
static double variation(const struct course *c)
{
    const double count = (double)c->spikes - 1, mean = (c->last - c->first) / count;
    return sqrt(fmax(0, c->squares / count - mean * mean)) / mean;
}

/* Reports on the cells from `first` to `end` - 1. */
static enum status report_group(struct sim *sim, const char *name, const struct course *course, int64_t first,
                                int64_t end)
{
    double spikes = 0, firing = 0, earliest = INFINITY, last = 0, firsts = 0, varying = 0, variations = 0;
    for (int64_t i = first; i < end; i++) {
        const struct course *const c = &course[i];
        if (!c->spikes) continue;
        spikes += (double)c->spikes, firing++, firsts += c->first;
        earliest = fmin(earliest, c->first), last = fmax(last, c->last);
        if (c->spikes > 2) varying++, variations += variation(c);
    }
    TRY(answers_put(&sim->answers, name, "spikes", spikes, ""));
    if (spikes == 0) return ST_OK;
    TRY(answers_put(&sim->answers, name, "rate", 1e3 * spikes / (double)(end - first) / sim->time, "Hz"));
    TRY(answers_put(&sim->answers, name, "first_spike", earliest, "ms"));
    TRY(answers_put(&sim->answers, name, "last_spike", last, "ms"));
    if (end - first == 1) return ST_OK;
    TRY(answers_put(&sim->answers, name, "cells_firing", firing, ""));
    TRY(answers_put(&sim->answers, name, "latency", firsts / firing, "ms"));
    return varying > 0 ? answers_put(&sim->answers, name, "interval_cv", variations / varying, "") : ST_OK;
}

/* Spikes are followed in their order in time, so that sums have the same bits after a run was resumed. */
static enum status report_spikes(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    struct course *course;
    enum status st = ST_OK;
    TRY(cell_fields_spikes(s));
    TRY(mem_array(&course, HOST, s->all.cells, sizeof *course));
    for (int64_t i = 0; i < s->spikes; i++) follow(&course[s->spike_cell[i]], s->spike_time[i]);
    for (int64_t g = 0; g < s->params->cells.count && st == ST_OK; g++)
        st = report_group(sim, ((const struct hines_cells *)s->params->cells.v)[g].name, course, s->all.first[g],
                          s->all.first[g + 1]);
    mem_free(course);
    return st;
}

static enum status report_network(struct sim *sim)
{
    const struct hines_state *const s = sim->state;
    if (!s->net.synapses) return ST_OK;
    TRY(answers_put(&sim->answers, "synapses", "connections", (double)s->net.connections, ""));
    return answers_put(&sim->answers, "synapses", "arrivals", metrics_get(&sim->metrics, "arrivals"), "");
}

/* The highest potential and the last; of the current of a clamp, which is large for a moment, only the last. */
static enum status report_column(struct sim *sim, const struct hines_column *of)
{
    const struct column *const v = series_column(&sim->series, of->name), *const t =
                                                                              series_column(&sim->series, "time");
    const char *const name = of->name;
    int64_t most = 0;
    if (!v || !v->count) return ST_OK;
    for (int64_t i = 1; i < v->count; i++)
        if (v->value[i] > v->value[most]) most = i;
    if (!of->clamp) {
        TRY(answers_put(&sim->answers, name, "peak", v->value[most], of->units));
        TRY(answers_place(&sim->answers, "at t = %.6g ms", t->value[most]));
    }
    return answers_put(&sim->answers, name, "final", v->value[v->count - 1], of->units);
}

static enum status report_layout(struct sim *sim)
{
    const struct hines_state *const s = sim->state;
    if (s->params->layout != LAYOUT_AUTO) return ST_OK;
    TRY(answers_put(&sim->answers, "layout", "levels", s->layout.levels, ""));
    for (int l = 0; l < LAYOUTS; l++) {
        char subject[48];
        snprintf(subject, sizeof subject, "layout %s", layout_word(l));
        TRY(answers_put(&sim->answers, subject, "predicted", s->layout.cost[l].ns, "ns"));
        TRY(answers_put(&sim->answers, subject, "predicted_bytes", s->layout.cost[l].bytes, ""));
    }
    return ST_OK;
}

enum status hines_report(struct sim *sim)
{
    const struct hines_state *const s = sim->state;
    TRY(report_spikes(sim));
    TRY(sonata_write(s));
    TRY(report_network(sim));
    TRY(report_layout(sim));
    for (int64_t i = 0; i < s->named; i++) TRY(report_column(sim, &s->column[i]));
    return ST_OK;
}
