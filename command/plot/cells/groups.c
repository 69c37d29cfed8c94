/* Reads groups of cells: `cells = ( { name = "excitatory"; count = 800; }, ... )`. */
#include "command/plot/cells/groups.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/config/config.h"

struct named {
    char *name;
    int64_t count;
};

static const struct option table[] = {
    {"name", "", OPT_TEXT, offsetof(struct named, name), .optional = true},
    {"count", "", OPT_INT, offsetof(struct named, count), 1, 1e15, "1"},
    {0},
};

static void read_list(struct cell_groups *out, struct config *c)
{
    const int64_t count = section_count(config_root(c), "cells");
    int64_t first = 0;
    if (count > CELL_GROUPS_MAX) return;
    for (int64_t i = 0; i < count; i++) {
        struct named of;
        if (section_read(c, section_item(config_root(c), "cells", i), table, &of) != ST_OK || !of.name) {
            out->count = 0;
            return;
        }
        struct cell_group *const g = &out->group[out->count++];
        *g = (struct cell_group){.first = first, .cells = of.count};
        snprintf(g->name, sizeof g->name, "%s", of.name);
        first += of.count;
    }
}

void cell_groups_read(struct cell_groups *out, const struct result *r)
{
    struct config *c = NULL;
    char *text;
    *out = (struct cell_groups){0};
    if (!store_has_text(r->store, "/config", "effective")) return;
    if (store_get_text(r->store, "/config", "effective", &text) != ST_OK) return;
    if (config_parse(&c, r->path, text) == ST_OK) read_list(out, c);
    config_free(c);
    free(text);
}

int64_t cell_groups_cells(const struct cell_groups *g)
{
    return g->count ? g->group[g->count - 1].first + g->group[g->count - 1].cells : 0;
}

int cell_groups_of(const struct cell_groups *g, int64_t cell)
{
    int k = g->count - 1;
    while (k > 0 && cell < g->group[k].first) k--;
    return k;
}
