/* Finds the runs of a result file by name, label or method. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/pictures.h"

static bool is_named(const struct stored_run *run, const char *call)
{
    return strcmp(call, "all") == 0 || strcmp(call, run->name) == 0;
}

static bool is_labelled(const struct stored_run *run, const char *call)
{
    return run->label && strcmp(call, run->label) == 0;
}

static bool is_of_method(const struct stored_run *run, const char *call)
{
    return strcmp(call, run->method) == 0;
}

static bool begins_so(const struct stored_run *run, const char *call)
{
    return *call && strncmp(call, run->name, strlen(call)) == 0;
}

/* Tried in this order; the first that matches any run counts. */
static const struct {
    bool (*means)(const struct stored_run *run, const char *call);
    int64_t max;
} meanings[] = {{is_named, INT64_MAX}, {is_labelled, INT64_MAX}, {is_of_method, INT64_MAX}, {begins_so, 1}};

/* Lists the names to choose from, as many as fit into a sentence. */
static enum status none_meant(const struct result *r, const char *call)
{
    char list[1024];
    size_t used = 0;
    *list = '\0';
    for (int64_t i = 0; i < r->count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", r->run[i].name);
    return fail(ST_CONFIG, "%s: '%s' does not name a run, or begins the names of several; the runs are %s%s", r->path,
                call, list, used < sizeof list ? "" : " ...");
}

/* Chooses the reference run if none is requested. */
static void choose_usual(const struct result *r, bool *chosen)
{
    for (int64_t i = 0; i < r->count; i++) chosen[i] = false;
    if (stored_run_ok(&r->run[r->reference])) chosen[r->reference] = true;
}

enum status choose_runs(const struct result *r, const char *call, bool *chosen)
{
    choose_usual(r, chosen);
    if (!call) return ST_OK;
    for (size_t w = 0; w < sizeof meanings / sizeof *meanings; w++) {
        int64_t count = 0;
        for (int64_t i = 0; i < r->count; i++) count += chosen[i] = meanings[w].means(&r->run[i], call);
        if (count > 0 && count <= meanings[w].max) return ST_OK;
    }
    return none_meant(r, call);
}
