/* Records numbers of a paper, and the names of points, in the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/published/published.h"
#include "command/run/workload/workload.h"

/* If steps append samples themselves, each appends one, unless the application gives their number. */
int64_t published_points(const struct sim *sim)
{
    if (sim->app->samples) return sim->app->samples(sim, sim->steps);
    return sim->app->sample ? 1 : sim->steps;
}

/* One per line; the caller frees. NULL: no memory. */
static char *lines_of(int64_t count, const char *(*name)(const void *of, int64_t i), const void *of)
{
    char *text = NULL;
    size_t size;
    FILE *const f = open_memstream(&text, &size);
    if (!f) return NULL;
    for (int64_t i = 0; i < count; i++) fprintf(f, "%s%s", i ? "\n" : "", name(of, i));
    return fclose(f) == 0 ? text : (free(text), NULL);
}

static enum status record_lines(struct store *out, const char *group, char *lines)
{
    const enum status s = lines ? store_text(out, group, "points", lines) : fail(ST_NOMEM, "no memory for names");
    free(lines);
    return s;
}

static const char *name_of_published(const void *of, int64_t i)
{
    return ((const struct published *)of)->points.v[i];
}

static const char *name_of_point(const void *of, int64_t i)
{
    const struct sim *const sim = of;
    return sim->app->point_name(sim, i);
}

enum status published_record_points(const struct sim *sim, struct store *out, const char *group)
{
    if (!sim->app->point_name || !sim->state || !sim->app->point_name(sim, 0)) return ST_OK;
    return record_lines(out, group, lines_of(published_points(sim), name_of_point, sim));
}

static enum status record(const struct published *p, struct store *out, const char *group)
{
    const struct {
        const char *name, *text;
    } texts[] = {{"quantity", published_quantity(p)},
                 {"run", p->run},
                 {"precision", p->precision},
                 {"source", p->source},
                 {"along", p->along},
                 {"best_of", p->best_of},
                 {"against", p->against}};
    TRY(store_group(out, group));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text) TRY(store_text(out, group, texts[i].name, texts[i].text));
    if (p->points.count) TRY(record_lines(out, group, lines_of(p->points.count, name_of_published, p)));
    const struct array values = {
        .name = "values", .type = REAL64, .rank = 1, .dims = {p->value.count}, .data = p->value.v};
    TRY(store_array(out, group, &values));
    const struct array at = {.name = "at",
                             .type = REAL64,
                             .rank = 2,
                             .dims = {p->value.count, p->at.count / p->value.count},
                             .data = p->at.v};
    return p->along ? store_array(out, group, &at) : ST_OK;
}

enum status published_record(const struct workload *w, struct store *out)
{
    const struct published *const all = w->settings.published.v;
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        char group[64];
        snprintf(group, sizeof group, "/published/%03lld", (long long)i);
        TRY(record(&all[i], out, group));
    }
    return ST_OK;
}
