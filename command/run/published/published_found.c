/* Checks that a run has the quantities of its published values. */
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/published/published.h"
#include "command/run/workload/workload.h"

enum { NAMES_MAX = 128 };

/* Quantities that follow from others, and those that only the rounds after all runs determine. */
static const char *const later[] = {"speedup", "longer",    "seconds_step", "seconds_step_min", "seconds_step_spread",
                                    "rounds",  "disturbed", "gb_s",         "share_of_limit",   NULL};

static bool is_later(const char *name)
{
    for (const char *const *l = later; *l; l++)
        if (!strcmp(*l, name)) return true;
    return false;
}

static bool has(const struct sim *sim, const char *name)
{
    return metrics_has(&sim->metrics, name) || answers_named(&sim->answers, name) || series_column(&sim->series, name);
}

/* Is it the name of an answer of a subject that this run does not have, but another configuration may have? */
static enum status is_of_another_subject(const struct sim *sim, const char *name, bool *is)
{
    enum status s = ST_OK;
    struct answers others = {0};
    const struct answers *const a = &sim->answers;
    int64_t first = 0; /* answer with a subject: each subject has its quantities */
    while (first < a->count && !*a->item[first].subject) first++;
    for (int64_t i = 0; sim->app->subject && sim->app->subject(i); i++)
        for (int64_t k = first; s == ST_OK && k < a->count; k++)
            if (!strcmp(a->item[k].subject, a->item[first].subject))
                s = answers_put(&others, sim->app->subject(i), a->item[k].quantity, 0, "");
    *is = answers_named(&others, name) != NULL;
    answers_free(&others);
    return s;
}

static size_t names_of(const struct sim *sim, const char *out[NAMES_MAX])
{
    size_t count = 0;
    for (int64_t i = 0; i < sim->answers.count && count < NAMES_MAX; i++) out[count++] = sim->answers.item[i].name;
    for (int64_t c = 0; c < sim->series.count && count < NAMES_MAX; c++) out[count++] = sim->series.column[c].name;
    for (int i = 0; i < sim->metrics.count && count < NAMES_MAX; i++)
        if (!series_column(&sim->series, sim->metrics.item[i].name)) out[count++] = sim->metrics.item[i].name;
    return count;
}

/* A value for all runs need not be found by each of them: the check is made with the last one. */
enum status published_found(const struct workload *w, int job, const struct sim *sim)
{
    struct published *const all = w->settings.published.v;
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        const char *const name = published_quantity(&all[i]), *names[NAMES_MAX];
        char advice[1024], key[48];
        if (!published_is_of(&all[i], &w->job[job])) continue;
        all[i].tried++;
        all[i].found |= is_later(name) || has(sim, name);
        if (!all[i].found) TRY(is_of_another_subject(sim, name, &all[i].found));
        if (all[i].found || (!all[i].run && (job < w->count - 1 || all[i].tried < w->count))) continue;
        snprintf(key, sizeof key, "published.%lld.quantity", (long long)all[i].place);
        return section_fault(w->config, config_root(w->config), key,
                             "run %s has no '%.60s': it is not an answer, metric or column%s", w->job[job].name, name,
                             spelling_advice(name, names, names_of(sim, names), advice, sizeof advice));
    }
    return ST_OK;
}
