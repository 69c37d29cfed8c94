/* Entries of keys that name regions and sections: some cell has them. */
#include "apps/hines/model/mechanisms.h"
#include "apps/hines/model/section_name.h"
#include "apps/hines/population/population.h"

static const struct hines_cells *group_of(const struct population *c, int64_t group)
{
    return (const struct hines_cells *)c->params->cells.v + group;
}

/* Does a section of the groups that `cells` names belong to the region? Entry number `entry` of `key` is for these
 * groups. */
static enum status check_region(const struct population *c, const char *key, int64_t entry, const char *cells,
                                int region)
{
    for (int64_t g = 0; g < c->params->cells.count; g++)
        if (hines_names(cells, group_of(c, g)->name) && (region == IN_ALL || c->compartments_in[g * REGIONS + region]))
            return ST_OK;
    return fail(ST_CONFIG, "%s: entry %lld is for the region %s, but no section of %s%s%s belongs to it", key,
                (long long)entry, hines_region(region), *cells ? "the group '" : "any group", cells, *cells ? "'" : "");
}

/* Channels that need calcium inside are in compartments that have it. */
static enum status check_calcium(const struct population *c, int64_t entry)
{
    const struct mechanism m = mechanism_of(c->params, entry);
    if (!m.type->reads_calcium && !mechanism_nernst(&m)) return ST_OK;
    for (int64_t g = 0; g < c->params->cells.count; g++)
        for (int r = 0; r < REGIONS; r++)
            if (c->compartments_in[g * REGIONS + r] && mechanism_in(c->params, entry, g, r) &&
                calcium_in(c->params, g, r) < 0)
                return fail(
                    ST_CONFIG,
                    "channels: entry %lld, of type %s, is in the region %s of the group '%s', for which `calcium` "
                    "has no entry%s",
                    (long long)entry, m.type->name, hines_region(r), group_of(c, g)->name,
                    m.type->reads_calcium ? "" : ": add one, or give `e`");
    return ST_OK;
}

/* A section that an entry of channels names. All cells of a group have as many of each region. */
static enum status check_section(const struct population *c, int64_t entry, const char *cells, const char *named)
{
    int64_t number;
    const int region = section_named(named, &number);
    for (int64_t g = 0; g < c->params->cells.count; g++)
        if (hines_names(cells, group_of(c, g)->name) &&
            number < c->sections_in[g * REGIONS + region] / group_of(c, g)->count)
            return ST_OK;
    return fail(ST_CONFIG, "channels: entry %lld is for the section %s, but no cell of %s%s%s has it", (long long)entry,
                named, *cells ? "the group '" : "any group", cells, *cells ? "'" : "");
}

static enum status check_sections(const struct population *c, int64_t entry)
{
    const struct hines_channels *const h = (const struct hines_channels *)c->params->channels.v + entry;
    for (int64_t i = 0; i < h->sections.count; i++) TRY(check_section(c, entry, h->cells, h->sections.v[i]));
    return ST_OK;
}

/* Synapses that are spread: their region exists, and some cell has one. */
static enum status check_spread(const struct population *c, int64_t entry)
{
    const struct hines_synapse *const y = (const struct hines_synapse *)c->params->synapses.v + entry;
    int64_t sum = 0;
    if (y->spread == SPREAD_NONE) return ST_OK;
    TRY(check_region(c, "synapses", entry, y->cells, y->region));
    for (int64_t g = 0; g < c->params->cells.count; g++) sum += c->synapses_in[g * c->params->synapses.count + entry];
    if (sum > SPREAD_MAX)
        return fail(ST_CONFIG, "synapses: entry %lld has more than %d synapses per cell", (long long)entry, SPREAD_MAX);
    if (sum || y->count) return ST_OK;
    return fail(ST_CONFIG, "synapses: entry %lld: with a density of %g no cell has a synapse", (long long)entry,
                y->density);
}

enum status population_check(const struct population *c)
{
    const struct hines_membrane *const m = c->params->membranes.v;
    const struct hines_channels *const h = c->params->channels.v;
    const struct hines_calcium *const pool = c->params->calcium.v;
    for (int64_t i = 0; i < c->params->membranes.count; i++)
        TRY(check_region(c, "membranes", i, m[i].cells, m[i].region));
    for (int64_t i = 0; i < c->params->channels.count; i++)
        TRY(check_region(c, "channels", i, h[i].cells, h[i].region));
    for (int64_t i = 0; i < c->params->calcium.count; i++)
        TRY(check_region(c, "calcium", i, pool[i].cells, pool[i].region));
    for (int64_t i = 0; i < c->params->channels.count; i++) TRY(check_sections(c, i));
    for (int64_t i = 0; i < c->params->channels.count; i++) TRY(check_calcium(c, i));
    for (int64_t i = 0; i < c->params->synapses.count; i++) TRY(check_spread(c, i));
    return ST_OK;
}
