/* Reads, checks and records numbers of a paper. */
#include "command/run/published.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/jobs.h"

static const char prefix[] = "published";

#define AT(field) offsetof(struct published, field)
const struct option published_table[] = {
    {"quantity",
     "an answer, a metric or a column, in its units; speedup: over the first run; longer: by how many per cent",
     OPT_TEXT, AT(quantity), .older = "name"},
    {"run", "label or method of the runs that it is of; absent: of all", OPT_TEXT, AT(run), .optional = true},
    {"precision", "of which it is; absent: of each", OPT_TEXT, AT(precision), .optional = true},
    {"source", "where it is printed", OPT_TEXT, AT(source), .optional = true},
    {"along", "axes that `at` has values of, as \"systems,rows\"; absent: one value for each point, in order", OPT_TEXT,
     AT(along), .optional = true},
    {"at", "for each value the places on these axes, one value after the other", OPT_REALS, AT(at), .optional = true},
    {"values", "one alone, or one for each point; 0 where none was published", OPT_REALS, AT(value), -1e300, 1e300,
     .count_min = 1},
    {"units", "read as in older configurations, and not used: units are those of the quantity", OPT_TEXT, AT(units),
     .optional = true},
    {0},
};
#undef AT

static const struct published *item(const struct workload *w, int64_t i)
{
    return &((const struct published *)w->settings.published.v)[i];
}

static enum status fault(const struct workload *w, int64_t i, const char *key, const char *sentence)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%lld.%s", prefix, (long long)i, key);
    return section_fault(w->config, config_root(w->config), name, "%s", sentence);
}

static const char *job_title(const struct job *j)
{
    return j->choice.label ? j->choice.label : job_method(j);
}

static bool is_of(const struct published *p, const struct job *j)
{
    return (!p->run || !strcmp(p->run, job_title(j))) && (!p->precision || !strcmp(p->precision, j->precision->name));
}

/* Runs that --solvers chose need not be those that something was published of. */
static enum status check_run(const struct workload *w, int64_t i)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX];
    char advice[512], sentence[1024];
    size_t count = 0;
    for (int k = 0; k < w->count; k++)
        if (is_of(item(w, i), &w->job[k])) return ST_OK;
    if (w->from_command_line || !item(w, i)->run) return ST_OK;
    for (int k = 0; k < w->count && count < NAMES_MAX; k++) names[count++] = job_title(&w->job[k]);
    snprintf(sentence, sizeof sentence, "no run is called '%.60s'%s", item(w, i)->run,
             spelling_advice(item(w, i)->run, names, count, advice, sizeof advice));
    return fault(w, i, "run", sentence);
}

static int64_t axes_of(const struct published *p)
{
    int64_t count = p->along ? 1 : 0;
    for (const char *c = p->along ? p->along : ""; *c; c++) count += *c == ',';
    return count;
}

enum status published_check(const struct workload *w)
{
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        const struct published *const p = item(w, i);
        char sentence[256];
        TRY(check_run(w, i));
        if (p->precision && strcmp(p->precision, "double") && strcmp(p->precision, "float"))
            return fault(w, i, "precision", "expected double or float");
        snprintf(sentence, sizeof sentence, "%lld places for %lld values along %lld axes", (long long)p->at.count,
                 (long long)p->value.count, (long long)axes_of(p));
        if (p->at.count != axes_of(p) * p->value.count) return fault(w, i, "at", sentence);
    }
    return ST_OK;
}

/* Where steps append samples themselves, each appends one, unless the application says how many. */
static int64_t points_of(const struct sim *sim)
{
    if (sim->app->samples) return sim->app->samples(sim, sim->steps);
    return sim->app->sample ? 1 : sim->steps;
}

enum status published_fits(const struct workload *w, int job, const struct sim *sim)
{
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        const struct published *const p = item(w, i);
        char sentence[160];
        if (p->along || p->value.count == 1 || p->value.count == points_of(sim) || !is_of(p, &w->job[job])) continue;
        snprintf(sentence, sizeof sentence,
                 "%lld values for %lld points; `along` and `at` say which points they are of",
                 (long long)p->value.count, (long long)points_of(sim));
        return fault(w, i, "values", sentence);
    }
    return ST_OK;
}

/* In older configurations it was a column that was called published_X. */
static const char *quantity_of(const struct published *p)
{
    const size_t length = sizeof prefix - 1;
    return !strncmp(p->quantity, prefix, length) && p->quantity[length] == '_' ? p->quantity + length + 1 : p->quantity;
}

static enum status record(const struct published *p, struct store *out, const char *group)
{
    const struct {
        const char *name, *text;
    } texts[] = {{"quantity", quantity_of(p)},
                 {"run", p->run},
                 {"precision", p->precision},
                 {"source", p->source},
                 {"along", p->along}};
    TRY(store_group(out, group));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text) TRY(store_text(out, group, texts[i].name, texts[i].text));
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
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        char group[64];
        snprintf(group, sizeof group, "/published/%03lld", (long long)i);
        TRY(record(item(w, i), out, group));
    }
    return ST_OK;
}
