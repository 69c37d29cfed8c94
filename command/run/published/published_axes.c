/* Checks that published values of runs with axes of options give their points. */
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/options/option_axes.h"
#include "command/run/published/published.h"
#include "command/run/workload/workload.h"

enum { NAMES_MAX = 64 };

static enum status fault(const struct workload *w, int64_t i, const char *key, const char *sentence)
{
    char name[64];
    const struct published *const p = &((const struct published *)w->settings.published.v)[i];
    snprintf(name, sizeof name, "published.%lld.%s", (long long)p->place, key);
    return section_fault(w->config, config_root(w->config), name, "%s", sentence);
}

/* Does the text name the axis, by itself or among others, separated by commas? */
static bool names_axis(const char *text, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = text ? text : ""; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (strcspn(at, ",") == length && !strncmp(at, key, length)) return true;
    return false;
}

/* A value belongs to one point: an axis has one value, or is named. */
static enum status check_named(const struct workload *w, int64_t i, const struct published *p,
                               const struct option_axes *a)
{
    char sentence[256];
    for (int k = 0; k < a->axes; k++) {
        const char *const key = a->axis[k].key;
        if (a->axis[k].count < 2 || names_axis(p->along, key) || names_axis(p->best_of, key)) continue;
        snprintf(sentence, sizeof sentence, "the run has several values of %.60s: `along` or `best_of` must name it",
                 key);
        return fault(w, i, p->along ? "along" : "quantity", sentence);
    }
    return ST_OK;
}

static bool is_list(const struct workload *w, const struct published *p, const char *key, size_t length)
{
    for (int k = 0; k < w->count; k++) {
        const struct option_axes *const a = published_is_of(p, &w->job[k]) ? w->job[k].axes : NULL;
        for (int x = 0; a && x < a->axes; x++)
            if (strlen(a->axis[x].key) == length && !strncmp(a->axis[x].key, key, length)) return true;
    }
    return false;
}

bool published_along_options(const struct workload *w, int64_t i)
{
    const struct published *const p = &((const struct published *)w->settings.published.v)[i];
    for (const char *at = p->along; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (!is_list(w, p, at, strcspn(at, ","))) return false;
    return true;
}

enum status published_check_axes(const struct workload *w, int64_t i)
{
    const struct published *const p = &((const struct published *)w->settings.published.v)[i];
    const char *names[NAMES_MAX];
    char advice[512], sentence[1024];
    size_t count = 0;
    bool there = !p->best_of || w->from_command_line;
    for (int k = 0; k < w->count; k++) {
        const struct option_axes *const a = w->job[k].axes;
        if (!a || !published_is_of(p, &w->job[k])) continue;
        TRY(check_named(w, i, p, a));
        for (int x = 0; x < a->axes && count < NAMES_MAX; x++) names[count++] = a->axis[x].key;
        for (int x = 0; x < a->axes && !there; x++) there = !strcmp(p->best_of, a->axis[x].key);
    }
    if (there) return ST_OK;
    snprintf(sentence, sizeof sentence, "'%.60s' is not a list of options of a run%s", p->best_of,
             spelling_advice(p->best_of, names, count, advice, sizeof advice));
    return fault(w, i, "best_of", sentence);
}
