/* Columns of samples, and the records of parts that fill them. */
#include "apps/hines/recording/record.h"

#include "apps/hines/model/mechanisms.h"
#include "apps/hines/state/places.h"
#include "base/memory.h"

/* Does a section of a cell of a group have mechanisms of the type? */
static bool has_type(const struct hines_params *p, int64_t group, const struct cable *c, int64_t section,
                     const struct channel_type *type)
{
    const int region = (int)c->region[c->first[section]];
    for (int64_t i = 0; i < mechanisms_count(p); i++)
        if (mechanism_of(p, i).type == type && mechanism_in(p, i, group, region) &&
            mechanism_on(p, i, region, c->number[section]))
            return true;
    return false;
}

static enum status check(const struct hines_state *s, const struct variable *of, const struct record_place *at)
{
    const struct cable *const c = at->cable;
    if (of->membrane && !(c->area[at->node] > 0))
        return fail(
            ST_CONFIG,
            "there is a joint at the place %g of section %lld, which has no membrane: only v, i_synapses and i_axial "
            "can be recorded there",
            c->at[at->node], (long long)c->section[at->node]);
    if (of->parent && c->parent[at->node] < 0)
        return fail(ST_CONFIG, "the first node of a cell has no parent from which a current could come");
    if (of->type && !has_type(s->params, population_group(&s->all, at->cell), c, c->section[at->node], of->type))
        return fail(ST_CONFIG, "section %lld, of region %s, has no %s", (long long)c->section[at->node],
                    hines_region((int)c->region[at->node]), of->type->name);
    return ST_OK;
}

enum status record_add(struct hines_state *s, const char *name, const struct variable *of,
                       const struct record_place *at)
{
    const struct cable *const c = at->cable;
    const int64_t place = s->all.place[at->cell], number = population_part(&s->all, place);
    struct cell_part *const part = &s->part[number];
    const int64_t k = place - part->first, parent = c->parent[at->node];
    TRY(check(s, of, at));
    s->column[s->columns] = (struct hines_column){name, of->units, false, number};
    const int64_t column = s->columns++;
    if (!population_owns(&s->all, number)) return ST_OK;
    const struct hines_membrane m =
        population_membrane(&s->all, population_group(&s->all, at->cell), (int)c->region[at->node]);
    const struct part_record record = {.node = part_node(part, k, at->node),
                                       .column = column,
                                       .of = of,
                                       .parent = parent < 0 ? -1 : part_node(part, k, parent),
                                       .leak = m.leak * c->area[at->node] * 1e-2,
                                       .reversal = m.reversal};
    return places_append(&part->record, &part->records, sizeof record, &record);
}

enum status record_variables(struct hines_state *s)
{
    const struct hines_params *const p = s->params;
    const struct hines_record *const r = p->records.v;
    const struct hines_report *const t = p->reports.v;
    TRY(mem_array(&s->variable, HOST, p->records.count + p->reports.count, sizeof *s->variable));
    for (int64_t i = 0; i < p->records.count; i++) TRY(variable_find(&s->variable[i], r[i].variable));
    for (int64_t i = 0; i < p->reports.count; i++)
        TRY(variable_find(&s->variable[p->records.count + i], t[i].variable));
    return ST_OK;
}
