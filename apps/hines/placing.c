/* Finds the nodes where currents are injected and potentials are recorded. */
#include "apps/hines/placing.h"

#include "apps/hines/recording/record.h"
#include "apps/hines/sonata/sonata.h"
#include "apps/hines/state/places.h"
#include "base/memory.h"

/* Appends a clamp to the part; if that belongs to another rank, to the part of this rank in the same block. */
static enum status append_clamp(struct hines_state *s, struct cell_part *part, const struct part_clamp *clamp)
{
    const int64_t beside = population_beside(&s->all, part - s->part);
    struct cell_part *const p = beside < 0 ? NULL : &s->part[beside];
    if (clamp->node >= 0) return places_append(&part->clamp, &part->clamps, sizeof *clamp, clamp);
    return !p ? ST_OK : places_append(&p->foreign_clamp, &p->foreign_clamps, sizeof *clamp, clamp);
}

static enum status add_clamp(struct hines_state *s, const struct wanted *w, int64_t cell, void *with)
{
    const struct hines_clamp *const c = with;
    struct cell_part *part;
    struct part_clamp clamp = {.begin = c->begin,
                               .end = c->begin + c->duration,
                               .current = c->current.number,
                               .stimulus = stimuli_of(&s->stimuli, w->number)};
    TRY(place_find(s, w, cell, &part, &clamp.node));
    return append_clamp(s, part, &clamp);
}

static enum status add_record(struct hines_state *s, const struct wanted *w, int64_t cell, const void *with)
{
    const struct hines_record *const r = with;
    const struct cable *cable;
    struct cable own;
    int64_t section;
    TRY(population_cable(&s->all, cell, &own, &cable));
    enum status st = place_section(w, cable, &section);
    if (st == ST_OK) {
        const struct record_place at = {cable, cell, cable_node(cable, section, w->at)};
        s->place[s->columns] = (struct hines_place){r->variable, cell, cable->section[at.node], cable->at[at.node]};
        st = record_add(s, r->name, &s->variable[w->number], &at);
        if (st == ST_CONFIG) st = fail_within(st, "records: entry %lld: ", (long long)w->number);
    }
    cable_free(&own);
    return st;
}

/* A clamp for each of its levels. */
static enum status add_voltage_clamp(struct hines_state *s, const struct wanted *w, int64_t cell, const void *with)
{
    const struct hines_voltage_clamp *const c = with;
    struct cell_place place;
    struct part_clamp level = {.begin = c->begin, .conductance = 1 / c->resistance};
    TRY(place_find_whole(s, w, cell, &place));
    struct cell_part *const part = place.part;
    level.node = place.node;
    const struct part_record record = {level.node, s->columns, part->clamps, c->levels.count, .parent = -1};
    for (int64_t i = 0; i < c->levels.count; i++) {
        level.current = c->levels.v[i] / c->resistance, level.end = level.begin + c->durations.v[i];
        TRY(append_clamp(s, part, &level));
        level.begin = level.end;
    }
    if (!c->name) return ST_OK;
    s->place[s->columns] = (struct hines_place){"current", cell, place.section, place.at};
    s->column[s->columns++] = (struct hines_column){c->name, "nA", true, part - s->part};
    return record.node < 0 ? ST_OK : places_append(&part->record, &part->records, sizeof record, &record);
}

enum status placing_make(struct hines_state *s)
{
    const struct hines_params *const p = s->params;
    int64_t named = p->records.count;
    for (int64_t i = 0; i < p->voltage_clamps.count; i++)
        named += ((const struct hines_voltage_clamp *)p->voltage_clamps.v)[i].name != NULL;
    TRY(record_variables(s));
    TRY(sonata_make(s, named));
    TRY(mem_array(&s->place, HOST, named, sizeof *s->place));
    TRY(mem_array(&s->column, HOST, named + s->sonata.elements, sizeof *s->column));
    for (int64_t i = 0; i < p->clamps.count; i++) {
        struct hines_clamp *const c = (struct hines_clamp *)p->clamps.v + i;
        TRY(places_each(s, &(struct wanted){"clamps", c->cells, i, c->cell, c->section, c->at, c->named}, add_clamp,
                        c));
    }
    for (int64_t i = 0; i < p->records.count; i++) {
        const struct hines_record *const r = (const struct hines_record *)p->records.v + i;
        TRY(places_one(s, &(struct wanted){"records", r->cells, i, r->cell, r->section, r->at, r->named}, add_record,
                       r));
    }
    for (int64_t i = 0; i < p->voltage_clamps.count; i++) {
        const struct hines_voltage_clamp *const c = (const struct hines_voltage_clamp *)p->voltage_clamps.v + i;
        const struct wanted w = {"voltage_clamps", c->cells, i, c->cell, c->section, c->at, c->named};
        TRY(places_one(s, &w, add_voltage_clamp, c));
    }
    s->named = s->columns;
    return sonata_record(s);
}
