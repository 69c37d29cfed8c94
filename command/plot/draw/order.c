/* Sorts the columns of samples for drawing: extremes, totals, then probes as the configuration has them. */
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "command/plot/draw/samples.h"

static enum status parse(struct config **config, const struct result *r)
{
    char *text;
    TRY(store_get_text(r->store, "/config", "effective", &text));
    const enum status st = config_parse(config, r->path, text);
    free(text);
    return st;
}

/* The index of a probe in the list; the length of the list if it is not there. */
static int64_t place_of(struct config *c, const char *name)
{
    struct named {
        char *name;
    } probe;
    static const struct option table[] = {{"name", "", OPT_TEXT, offsetof(struct named, name), .optional = true}, {0}};
    const int64_t count = c ? section_count(config_root(c), "probes") : 0;
    for (int64_t i = 0; i < count; i++) {
        const struct section *const item = section_item(config_root(c), "probes", i);
        if (section_read(c, item, table, &probe) == ST_OK && probe.name && strcmp(probe.name, name) == 0) return i;
    }
    return count;
}

static int64_t rank_of(struct config *c, const char *name)
{
    static const char *const first[] = {"min", "max", "energy"};
    enum { FIRST = sizeof first / sizeof *first };
    for (int i = 0; i < FIRST; i++)
        if (strcmp(name, first[i]) == 0) return i;
    return FIRST + place_of(c, name);
}

void samples_order(struct series *s, const struct result *r)
{
    struct config *config = NULL;
    int64_t *const rank = malloc((size_t)s->count * sizeof *rank);
    if (!rank) return; /* by name, then */
    if (store_has_text(r->store, "/config", "effective") && parse(&config, r) != ST_OK) config = NULL;
    for (int64_t i = 0; i < s->count; i++) {
        const struct column column = s->column[i];
        const int64_t here = rank_of(config, column.name);
        int64_t to = i;
        for (; to > 0 && rank[to - 1] > here; to--) {
            rank[to] = rank[to - 1];
            s->column[to] = s->column[to - 1];
        }
        rank[to] = here;
        s->column[to] = column;
    }
    config_free(config);
    free(rank);
}
