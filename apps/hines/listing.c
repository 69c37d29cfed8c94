/* Each table has one row per item. Of a group whose cells differ, sections are those of its cell 0. */
#include "apps/hines/listing.h"

#include <math.h>
#include <stdio.h>

#include "apps/hines/population/generate.h"
#include "apps/hines/state/places.h"

static const struct hines_cells *group_of(const struct population *c, int64_t group)
{
    return (const struct hines_cells *)c->params->cells.v + group;
}

static enum status list_groups(const struct population *c, struct lister *out)
{
    static const char *const heading[] = {"group",        "cells", "alike",     "sections",
                                          "compartments", "nodes", "length_um", "area_um2"};
    out->table(out, "groups", 8, heading);
    for (int64_t g = 0; g < c->params->cells.count; g++) {
        const bool alike = generates_one(group_of(c, g));
        double sections = 0, compartments = 0, nodes = 0, length = 0, area = 0;
        const double times = alike ? (double)(c->first[g + 1] - c->first[g]) : 1;
        for (int64_t i = c->first[g]; i < (alike ? c->first[g] + 1 : c->first[g + 1]); i++) {
            const struct cable *cable;
            struct cable own;
            struct morphology m;
            TRY(population_cable(c, i, &own, &cable));
            const enum status s = generate(&m, group_of(c, g), i - c->first[g]);
            for (int64_t k = 0; s == ST_OK && k < m.sections; k++) length += section_length(&m, k);
            for (int64_t k = 0; k < cable->nodes; k++) area += cable->area[k], compartments += cable->area[k] > 0;
            sections += (double)cable->sections, nodes += (double)cable->nodes;
            if (s == ST_OK) morphology_free(&m);
            cable_free(&own);
            TRY(s);
        }
        out->text(out, group_of(c, g)->name);
        out->real(out, (double)(c->first[g + 1] - c->first[g]));
        out->text(out, alike ? "yes" : "no");
        const double sums[] = {sections, compartments, nodes, length, area};
        for (int k = 0; k < 5; k++) out->real(out, times * sums[k]);
    }
    return ST_OK;
}

static void list_section(const struct cable *c, const struct morphology *m, int64_t section, struct lister *out)
{
    const struct cell_section *const s = &m->section[section];
    const struct sample_point *const p = m->point + s->first;
    char name[SECTION_NAME_BYTES];
    double area = 0;
    for (int64_t k = 0; k < c->count[section]; k++) area += c->area[c->first[section] + k];
    place_section_name(name, c, section);
    out->real(out, (double)section);
    out->text(out, name);
    out->real(out, s->parent < 0 ? (double)NAN : (double)s->parent);
    out->real(out, s->parent < 0 ? (double)NAN : s->at);
    out->real(out, (double)c->count[section]);
    out->real(out, section_length(m, section));
    out->real(out, p[0].diameter);
    out->real(out, p[s->points - 1].diameter);
    out->real(out, area);
}

static enum status list_sections(const struct population *c, struct lister *out)
{
    static const char *const heading[] = {"group",        "section",   "named",       "parent",          "at",
                                          "compartments", "length_um", "diameter_um", "diameter_end_um", "area_um2"};
    out->table(out, "sections", 10, heading);
    for (int64_t g = 0; g < c->params->cells.count; g++) {
        const struct cable *cable;
        struct cable own;
        struct morphology m;
        TRY(population_cable(c, c->first[g], &own, &cable));
        const enum status s = generate(&m, group_of(c, g), 0);
        for (int64_t k = 0; s == ST_OK && k < m.sections; k++) {
            out->text(out, group_of(c, g)->name);
            list_section(cable, &m, k, out);
        }
        if (s == ST_OK) morphology_free(&m);
        cable_free(&own);
        TRY(s);
    }
    return ST_OK;
}

/* A place in a cell of a group, in the cell 0 where each has it. */
static enum status list_place(const struct population *c, const struct wanted *w, const char *name, int64_t group,
                              struct lister *out)
{
    const struct cable *cable;
    struct cable own;
    int64_t section;
    char named[SECTION_NAME_BYTES];
    TRY(population_cable(c, c->first[group] + (w->cell < 0 ? 0 : w->cell), &own, &cable));
    const enum status s = place_section(w, cable, &section);
    if (s == ST_OK) {
        const int64_t node = cable_node(cable, section, w->at);
        place_section_name(named, cable, cable->section[node]);
        out->text(out, w->key);
        out->text(out, name);
        out->text(out, group_of(c, group)->name);
        out->real(out, w->cell < 0 ? (double)NAN : (double)w->cell);
        out->real(out, (double)cable->section[node]);
        out->text(out, named);
        out->real(out, cable->area[node] > 0 ? (double)(node - cable->first[cable->section[node]]) : (double)NAN);
        out->real(out, cable->at[node]);
    }
    cable_free(&own);
    return s;
}

/* An entry that names a place: in all groups that it names, or in the first of them. */
static enum status list_entry(const struct population *c, const struct wanted *w, const char *name, bool all,
                              struct lister *out)
{
    for (int64_t g = 0; g < c->params->cells.count; g++) {
        if (!hines_names(w->cells, group_of(c, g)->name)) continue;
        if (w->cell >= c->first[g + 1] - c->first[g])
            return fail(ST_CONFIG, "%s: entry %lld names cell %lld, but the group has %lld, from 0", w->key,
                        (long long)w->number, (long long)w->cell, (long long)(c->first[g + 1] - c->first[g]));
        TRY(list_place(c, w, name, g, out));
        if (!all) return ST_OK;
    }
    return ST_OK;
}

/* Both sides of each entry; in a ring each cell has them. */
static enum status list_gaps(const struct population *c, struct lister *out)
{
    for (int64_t i = 0; i < c->params->gaps.count; i++) {
        const struct hines_gap *const r = (const struct hines_gap *)c->params->gaps.v + i;
        const bool ring = r->form == GAP_RING;
        const struct wanted from = {"gaps",     r->from,      i, ring ? -1 : r->from_cell, r->from_section,
                                    r->from_at, r->from_named};
        const struct wanted to = {
            "gaps", ring ? r->from : r->to, i, ring ? -1 : r->to_cell, r->to_section, r->to_at, r->to_named};
        TRY(list_entry(c, &from, "from", false, out));
        TRY(list_entry(c, &to, "to", false, out));
    }
    return ST_OK;
}

static enum status list_places(const struct population *c, struct lister *out)
{
    static const char *const heading[] = {"key", "name", "group", "cell", "section", "named", "compartment", "at"};
    const struct hines_params *const p = c->params;
    out->table(out, "places", 8, heading);
    for (int64_t i = 0; i < p->records.count; i++) {
        const struct hines_record *const r = (const struct hines_record *)p->records.v + i;
        const struct wanted w = {"records", r->cells, i, r->cell, r->section, r->at, r->named};
        TRY(list_entry(c, &w, r->name, false, out));
    }
    for (int64_t i = 0; i < p->clamps.count; i++) {
        const struct hines_clamp *const r = (const struct hines_clamp *)p->clamps.v + i;
        const struct wanted w = {"clamps", r->cells, i, r->cell, r->section, r->at, r->named};
        TRY(list_entry(c, &w, NULL, true, out));
    }
    for (int64_t i = 0; i < p->voltage_clamps.count; i++) {
        const struct hines_voltage_clamp *const r = (const struct hines_voltage_clamp *)p->voltage_clamps.v + i;
        const struct wanted w = {"voltage_clamps", r->cells, i, r->cell, r->section, r->at, r->named};
        TRY(list_entry(c, &w, r->name, false, out));
    }
    for (int64_t i = 0; i < p->synapses.count; i++) {
        const struct hines_synapse *const r = (const struct hines_synapse *)p->synapses.v + i;
        const struct wanted w = {"synapses", r->cells, i, r->cell, r->section, r->at, r->named};
        if (r->spread == SPREAD_NONE) TRY(list_entry(c, &w, r->name, true, out));
    }
    return list_gaps(c, out);
}

/* Synapses that are spread over a region, in a table if there are any. */
static void list_spread(const struct population *c, struct lister *out)
{
    static const char *const heading[] = {"name", "group", "region", "spread", "cells", "synapses"};
    const struct hines_synapse *const y = c->params->synapses.v;
    const int64_t entries = c->params->synapses.count;
    int64_t rows = 0;
    for (int64_t k = 0; k < entries * c->params->cells.count; k++) {
        const struct hines_synapse *const of = &y[k / c->params->cells.count];
        const int64_t g = k % c->params->cells.count, synapses = c->synapses_in[g * entries + (of - y)];
        if (of->spread == SPREAD_NONE || !synapses) continue;
        if (!rows++) out->table(out, "spread", 6, heading);
        out->text(out, of->name);
        out->text(out, group_of(c, g)->name);
        out->text(out, hines_region(of->region));
        out->text(out, hines_spread(of->spread));
        out->real(out, of->cell < 0 ? (double)(c->first[g + 1] - c->first[g]) : 1);
        out->real(out, (double)synapses);
    }
}

enum status listing_cells(const void *params, struct lister *out)
{
    struct population all;
    enum status s = population_make(&all, params, NULL, true);
    if (s == ST_OK) s = list_groups(&all, out);
    if (s == ST_OK) s = list_sections(&all, out);
    if (s == ST_OK) s = list_places(&all, out);
    if (s == ST_OK) list_spread(&all, out);
    if (s == ST_OK) out->table(out, NULL, 0, NULL);
    population_free(&all);
    return s;
}
