/* Mechanisms of membranes by their numbers. */
#include "apps/hines/model/mechanisms.h"

#include "apps/hines/channels/pool.h"
#include "apps/hines/model/section_name.h"

int64_t mechanisms_count(const struct hines_params *p)
{
    return p->channels.count + p->calcium.count;
}

struct mechanism mechanism_of(const struct hines_params *p, int64_t number)
{
    struct mechanism m = {.type = &channel_pool};
    if (number >= p->channels.count) {
        m.calcium = (const struct hines_calcium *)p->calcium.v + (number - p->channels.count);
        return m;
    }
    m.channels = (const struct hines_channels *)p->channels.v + number;
    channel_find(&m.type, m.channels->type);
    return m;
}

static bool is_meant(const struct hines_params *p, const char *cells, int of, int64_t group, int region)
{
    const struct hines_cells *const g = (const struct hines_cells *)p->cells.v + group;
    return hines_names(cells, g->name) && (of == IN_ALL || of == region);
}

int64_t calcium_in(const struct hines_params *p, int64_t group, int region)
{
    const struct hines_calcium *const c = p->calcium.v;
    int64_t last = -1;
    for (int64_t i = 0; i < p->calcium.count; i++)
        if (is_meant(p, c[i].cells, c[i].region, group, region)) last = i;
    return last;
}

/* Is a section of the region among these: that of the number, or any, -1? */
static bool names_section(const struct texts *names, int region, int64_t section)
{
    for (int64_t i = 0; i < names->count; i++) {
        int64_t number;
        if (section_named(names->v[i], &number) == region && (section < 0 || section == number)) return true;
    }
    return false;
}

bool mechanism_in(const struct hines_params *p, int64_t number, int64_t group, int region)
{
    const struct hines_channels *const h = p->channels.v;
    if (number >= p->channels.count) return calcium_in(p, group, region) == number - p->channels.count;
    if (!is_meant(p, h[number].cells, h[number].region, group, region)) return false;
    return !h[number].sections.count || names_section(&h[number].sections, region, -1);
}

bool mechanism_names(const struct hines_params *p, int64_t number)
{
    return number < p->channels.count && ((const struct hines_channels *)p->channels.v)[number].sections.count;
}

bool mechanism_on(const struct hines_params *p, int64_t number, int region, int64_t section)
{
    const struct hines_channels *const h = p->channels.v;
    return !mechanism_names(p, number) || names_section(&h[number].sections, region, section);
}

unsigned mechanism_nernst(const struct mechanism *m)
{
    const int64_t given = m->channels ? m->channels->e.count : 0;
    return m->type->calcium & ~0u << given;
}
