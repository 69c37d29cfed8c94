/* Texts of the columns of the series: variable and place. */
#include <stdio.h>

#include "apps/hines/recording/record.h"
#include "apps/hines/state/places.h"

/* "cell 3 of inhibitory, soma[0](0.5)"; the group is left out where it is the only one. */
static enum status print_place(const struct hines_state *s, const struct hines_place *c, char *out, size_t size)
{
    const int64_t group = population_group(&s->all, c->cell);
    const struct hines_cells *const cells = (const struct hines_cells *)s->params->cells.v + group;
    const struct cable *cable;
    struct cable own;
    char name[SECTION_NAME_BYTES];
    TRY(population_cable(&s->all, c->cell, &own, &cable));
    place_section_name(name, cable, c->section);
    cable_free(&own);
    const bool several = s->params->cells.count > 1;
    snprintf(out, size, "cell %lld%s%s, %s(%.3g)", (long long)(c->cell - s->all.first[group]), several ? " of " : "",
             several ? cells->name : "", name, c->at);
    return ST_OK;
}

enum status record_describe(const struct hines_state *s, struct series *out)
{
    for (int64_t i = 0; i < s->named; i++) {
        char place[160], text[256];
        TRY(print_place(s, &s->place[i], place, sizeof place));
        snprintf(text, sizeof text, "%s at %s", s->place[i].variable, place);
        TRY(series_describe(out, s->column[i].name, text));
    }
    return ST_OK;
}
