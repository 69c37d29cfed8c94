/* Makes the runs of a workload: one for each solver group in each precision, or for each method of --solvers. */
#include "command/run/jobs/jobs_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/jobs/resolve.h"
#include "command/run/options/option_axes.h"
#include "command/run/sweep/sweep_points.h"

const struct precision *jobs_precision(const struct workload *w, int64_t p)
{
    return precision_at((int)w->settings.precision.v[p]);
}

void jobs_free(struct workload *w)
{
    for (int i = 0; i < w->count; i++) {
        free(w->job[i].options);
        free(w->job[i].params);
        sweep_free_points(w->job[i].sweep);
        option_axes_free(w->job[i].axes);
        free(w->job[i].refusal);
    }
    free(w->job);
}

/* A group of `solver` or `solvers`: the keys that every group shares, and where it was written, or NULL. */
struct solver_group {
    struct choice choice;
    const struct section *section;
};

static enum status append(struct workload *w, const struct precision *set, const struct solver_group *g)
{
    struct job *const grown = realloc(w->job, (size_t)(w->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for %d runs", w->count + 1);
    w->job = grown;
    w->job[w->count] = (struct job){.precision = set, .choice = g->choice, .section = g->section};
    return job_resolve(w, &w->job[w->count++]);
}

/* If both `solver` and `solvers` are given, the one from the command line replaces the one from the file. */
static enum status settle(const struct workload *w, const struct section *root)
{
    const bool both = section_has(root, "solver") && section_has(root, "solvers");
    const bool one = section_assigned(root, "solver"), list = section_assigned(root, "solvers");
    if (both && one == list) return section_fault(w->config, root, "solver", "give either solver or solvers, not both");
    if (both) section_remove(root, one ? "solvers" : "solver");
    return ST_OK;
}

/* The first that is registered of a kind that the application takes. */
static const char *usual_method(const struct workload *w, int space)
{
    const struct precision *const set = jobs_precision(w, 0);
    const struct app *const app = set->app_find(w->settings.app);
    for (size_t i = 0; i < set->solver_count(); i++) {
        const struct solver *const s = set->solver_at(i);
        if (app->kinds & kind_bit(s->kind) && (int)s->space == space) return s->method;
    }
    return "thomas";
}

/* A run that does not give a space takes place in that of `device`. */
static enum status read_choice(struct workload *w, const struct section *section, struct choice *choice)
{
    if (section) section_pick(section, "threads", 0); /* of a list, which is an axis of the run */
    TRY(section_read(w->config, section, choice_table, choice));
    if (choice->label && !*choice->label) return section_fault(w->config, section, "label", "must not be empty");
    const bool named = section && section_has(section, "space");
    if (named && w->settings.device == DEVICE && choice->space == HOST)
        return section_fault(w->config, section, "space", "is \"host\", but device = \"gpu\" puts all runs on the GPU");
    if (!named) choice->space = w->settings.device;
    if (!choice->method) choice->method = (char *)usual_method(w, choice->space);
    return ST_OK;
}

/* The solver groups as written: one group `solver`, or a list `solvers`. The caller frees *group. */
static enum status read_groups(struct workload *w, const struct section *root, struct solver_group **group,
                               int64_t *count)
{
    TRY(settle(w, root));
    const char *const key = section_has(root, "solvers") ? "solvers" : "solver";
    const int64_t written = section_count(root, key);
    if (!written && section_has(root, key))
        return section_fault(w->config, root, key, "must be a group { method = \"...\"; }%s",
                             !strcmp(key, "solvers") ? " or a list of such groups" : "");
    *count = written ? written : 1;
    struct solver_group *const g = *group = calloc((size_t)*count, sizeof **group);
    if (!g) return fail(ST_NOMEM, "no memory for %lld solvers", (long long)*count);
    for (int64_t i = 0; i < *count; i++) {
        g[i].section = written ? section_item(root, key, i) : NULL;
        TRY(read_choice(w, g[i].section, &g[i].choice));
    }
    return ST_OK;
}

/* The group written for a method, if there is one: its options hold for --solvers too. */
static const struct section *section_of(const char *method, const struct solver_group *group, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!strcmp(group[i].choice.method, method)) return group[i].section;
    return NULL;
}

static enum status append_named(struct workload *w, const struct precision *set, const char *methods,
                                const struct solver_group *group, int64_t count)
{
    char *const list = strdup(methods);
    enum status s = list ? ST_OK : fail(ST_NOMEM, "no memory for the list of solvers");
    char *rest = list;
    for (char *name = strsep(&rest, ","); s == ST_OK && name; name = strsep(&rest, ","))
        s = append(
            w, set,
            &(struct solver_group){{.method = name, .space = w->settings.device}, section_of(name, group, count)});
    free(list);
    return s;
}

static enum status append_all(struct workload *w, const struct precision *set, const struct solver_group *group,
                              int64_t count)
{
    const struct app *const app = set->app_find(w->settings.app);
    struct solver_group one = {.choice.space = w->settings.device};
    const int space = one.choice.space;
    char name[96]; /* with its kind: two kinds may have methods of one name */
    for (size_t i = 0; i < set->solver_count(); i++) {
        const struct solver *const s = set->solver_at(i);
        if (!(app->kinds & kind_bit(s->kind)) || (int)s->space != space) continue;
        snprintf(name, sizeof name, "%s.%s", set->kind_name(s->kind), s->method);
        one.choice.method = name, one.section = section_of(s->method, group, count);
        TRY(append(w, set, &one));
    }
    for (const struct method *m = app->own; m && m->name; m++) {
        if (!(m->spaces >> space & 1)) continue;
        one.choice.method = (char *)m->name, one.section = section_of(m->name, group, count);
        TRY(append(w, set, &one));
    }
    return ST_OK;
}

static enum status try_group(const struct workload *w, const struct solver_group *g)
{
    struct workload probe = *w;
    probe.job = NULL, probe.count = 0, probe.from_command_line = probe.swept = false;
    const enum status s = append(&probe, jobs_precision(w, 0), g);
    jobs_free(&probe);
    return s;
}

/* Groups that --solvers passed over are still input of the user: their keys must be valid, in the space of `device` or,
 * since they do not run, in the other. */
static enum status check_group(const struct workload *w, struct solver_group g)
{
    const enum status s = try_group(w, &g);
    if (s == ST_OK || g.choice.space == HOST || (g.section && section_has(g.section, "space"))) return s;
    g.choice.space = HOST;
    return try_group(w, &g);
}

enum status jobs_make(struct workload *w, const struct section *root, const char *methods)
{
    struct solver_group *group = NULL;
    int64_t count = 0;
    enum status s = read_groups(w, root, &group, &count);
    for (int64_t p = 0; s == ST_OK && p < w->settings.precision.count; p++) {
        const struct precision *const set = jobs_precision(w, p);
        if (!methods)
            for (int64_t i = 0; s == ST_OK && i < count; i++) s = append(w, set, &group[i]);
        else if (!strcmp(methods, "all")) s = append_all(w, set, group, count);
        else s = append_named(w, set, methods, group, count);
    }
    for (int64_t i = 0; s == ST_OK && methods && i < count; i++) s = check_group(w, group[i]);
    free(group);
    return s;
}
