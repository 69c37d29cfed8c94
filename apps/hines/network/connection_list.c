/* Reads connections row by row. */
#include "apps/hines/network/connection_list.h"

#include <math.h>

#include "apps/hines/network/connect.h"
#include "apps/hines/network/entries.h"
#include "base/config/csv.h"

enum { FROM, TO, SYNAPSE, WEIGHT, DELAY, COLUMNS };
static const char *const column[COLUMNS] = {"from", "to", "synapse", "weight", "delay"};

struct reading {
    struct hines_state *s;
    const struct hines_connection *of;
};

static enum status read_cell(const struct csv *t, int which, int64_t cells, int64_t *out)
{
    double number;
    TRY(csv_number(t, which, &number));
    if (!(number >= 0 && number < (double)cells && number == floor(number)))
        return input_fault(&t->input, "%s: %s is not one of the %lld cells, from 0", column[which], t->cell[which],
                           (long long)cells);
    *out = (int64_t)number;
    return ST_OK;
}

static enum status add_row(void *context, const struct csv *t)
{
    const struct reading *const r = context;
    struct network *const n = &r->s->net;
    const struct hines_params *const p = r->s->params;
    int64_t from = 0, to = 0;
    double weight = 0, delay = 0;
    TRY(read_cell(t, FROM, r->s->all.cells, &from));
    TRY(read_cell(t, TO, r->s->all.cells, &to));
    TRY(csv_number(t, WEIGHT, &weight));
    TRY(csv_number(t, DELAY, &delay));
    const int64_t entry = network_entry(r->s, t->cell[SYNAPSE]);
    if (entry < 0) return input_fault(&t->input, "synapse: '%.40s' does not name a synapse", t->cell[SYNAPSE]);
    const struct some_synapses on = network_synapses(n, entry, to);
    if (on.first == on.end)
        return input_fault(&t->input, "synapse: cell %lld has no synapse '%s'", (long long)to, t->cell[SYNAPSE]);
    if (weight < 0) return input_fault(&t->input, "weight: %g uS must not be negative", weight);
    if (!hines_delays(p, delay))
        return input_fault(&t->input, "delay: %g ms must be from one time step, %g ms, to %d of them", delay, p->dt,
                           DELAY_STEPS_MAX);
    for (int64_t k = on.first; k < on.end; k++) TRY(network_connect(r->s, from, k, weight * r->of->weight, delay));
    return ST_OK;
}

enum status connection_list_read(struct hines_state *s, const struct hines_connection *of)
{
    struct reading r = {s, of};
    return csv_read(of->file, column, COLUMNS, add_row, &r);
}
