/* Finds cells, sections and nodes. */
#include "apps/hines/state/places.h"

#include <stdlib.h>
#include <string.h>

#include "apps/hines/model/section_name.h"
#include "base/memory.h"

static const struct hines_cells *groups(const struct hines_state *s)
{
    return s->params->cells.v;
}

void place_section_name(char out[SECTION_NAME_BYTES], const struct cable *c, int64_t section)
{
    const enum region region = c->region[c->first[section]];
    snprintf(out, SECTION_NAME_BYTES, "%s[%lld]", hines_region((int)region), (long long)c->number[section]);
}

enum status place_section(const struct wanted *w, const struct cable *cable, int64_t *section)
{
    int64_t number = 0, found = 0;
    *section = w->section;
    if (!w->named && w->section < cable->sections) return ST_OK;
    if (!w->named)
        return fail(ST_CONFIG, "%s: entry %lld names section %lld, but the cell has %lld, from 0", w->key,
                    (long long)w->number, (long long)w->section, (long long)cable->sections);
    const int region = section_named(w->named, &number);
    for (*section = 0; *section < cable->sections; ++*section)
        if ((int)cable->region[cable->first[*section]] == region && found++ == number) return ST_OK;
    return fail(ST_CONFIG, "%s: entry %lld names section %s, but the cell has %lld of this region, from 0", w->key,
                (long long)w->number, w->named, (long long)found);
}

struct cell_place place_of_node(const struct hines_state *s, int64_t cell, const struct cable *cable, int64_t node)
{
    const int64_t place = s->all.place[cell], number = population_part(&s->all, place);
    struct cell_part *const part = &s->part[number];
    const bool there = population_owns(&s->all, number);
    return (struct cell_place){part, there ? part_node(part, place - part->first, node) : -1, cable->section[node],
                               cable->at[node]};
}

enum status place_find_whole(const struct hines_state *s, const struct wanted *w, int64_t cell, struct cell_place *out)
{
    const struct cable *cable;
    struct cable own;
    TRY(population_cable(&s->all, cell, &own, &cable));
    int64_t section;
    const enum status st = place_section(w, cable, &section);
    if (st == ST_OK) *out = place_of_node(s, cell, cable, cable_node(cable, section, w->at));
    cable_free(&own);
    return st;
}

enum status place_find(const struct hines_state *s, const struct wanted *w, int64_t cell, struct cell_part **part,
                       int64_t *node)
{
    struct cell_place found;
    TRY(place_find_whole(s, w, cell, &found));
    *part = found.part, *node = found.node;
    return ST_OK;
}

static enum status no_such(const struct wanted *w, int64_t cells)
{
    if (cells < 0)
        return fail(ST_CONFIG, "%s: entry %lld: '%s' does not name a group of cells", w->key, (long long)w->number,
                    w->cells);
    return fail(ST_CONFIG, "%s: entry %lld names cell %lld, but the group has %lld, from 0", w->key,
                (long long)w->number, (long long)w->cell, (long long)cells);
}

enum status places_each(struct hines_state *s, const struct wanted *w,
                        enum status (*visit)(struct hines_state *s, const struct wanted *w, int64_t cell, void *with),
                        void *with)
{
    int64_t found = -1;
    for (int64_t g = 0; g < s->params->cells.count; g++) {
        const int64_t first = s->all.first[g], end = s->all.first[g + 1];
        if (!hines_names(w->cells, groups(s)[g].name)) continue;
        if (w->cell >= end - first) return no_such(w, end - first);
        found = g;
        if (w->cell >= 0) TRY(visit(s, w, first + w->cell, with));
        for (int64_t i = first; w->cell < 0 && i < end; i++) TRY(visit(s, w, i, with));
    }
    return found < 0 ? no_such(w, -1) : ST_OK;
}

enum status places_one(struct hines_state *s, const struct wanted *w,
                       enum status (*visit)(struct hines_state *s, const struct wanted *w, int64_t cell,
                                            const void *with),
                       const void *with)
{
    for (int64_t g = 0; g < s->params->cells.count; g++) {
        const int64_t first = s->all.first[g], end = s->all.first[g + 1];
        if (!hines_names(w->cells, groups(s)[g].name)) continue;
        return w->cell < end - first ? visit(s, w, first + w->cell, with) : no_such(w, end - first);
    }
    return no_such(w, -1);
}

enum status places_append(void *list, int64_t *count, size_t size, const void *item)
{
    char **const at = list;
    char *const new = realloc(*at, (size_t)(*count + 1) * size);
    if (!new) return fail(ST_NOMEM, "no memory for a place of a cell");
    *at = new;
    memcpy(new + (size_t)(*count)++ *size, item, size);
    return ST_OK;
}
