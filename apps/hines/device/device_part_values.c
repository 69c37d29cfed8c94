/* Samples of variables other than potentials: the state comes to the host, where recording/ computes them. */
#include "apps/hines/device/device_part.h"
#include "apps/hines/part/values.h"
#include "apps/hines/part/variable.h"
#include "base/device/device.h"

bool device_part_is_wide(const struct cell_part *p)
{
    bool yes = false;
    for (int64_t i = 0; i < p->records; i++)
        yes = yes || (p->record[i].of && p->record[i].of->value != value_potential);
    return yes;
}

static enum status fetch_nodes(const struct device_part *t, real *to, const real *from)
{
    return device_copy(to, HOST, from, DEVICE, t->part->extent * (int64_t)sizeof *to, &t->exec);
}

enum status device_part_values(struct device_part *t, const struct part_steps *of, int64_t step, int64_t taken)
{
    struct cell_part *const p = t->part;
    double *const row = of->samples + of->columns * taken;
    TRY(device_part_fetch(t));
    TRY(fetch_nodes(t, p->x, t->nodes.x));
    if (p->calcium) TRY(fetch_nodes(t, p->calcium, t->calcium));
    if (p->calcium) TRY(fetch_nodes(t, p->calcium_e, t->calcium_e));
    for (int64_t i = 0; i < p->records; i++) {
        const struct part_record *const r = &p->record[i];
        const bool in_quarters = t->divided && t->jumps_here[t->record_block[i]];
        p->doubled = of->params->scheme == CRANK_NICOLSON && !in_quarters;
        row[r->column] = r->of ? r->of->value(p, r) : part_clamped(p, r, (double)p->v[r->node], of->params->dt, step);
    }
    return ST_OK;
}
