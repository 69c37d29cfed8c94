/* Reads a workload from a configuration: application, solvers, precisions, and the runs that they make. */
#include "command/run/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/spelling.h"
#include "command/run/published/published.h"
#include "command/run/resolve.h"
#include "command/run/variation.h"

enum { NAMES_MAX = 64 };

static const struct precision *const sets[] = {&precision_double, &precision_float};

const char *job_method(const struct job *j)
{
    return j->method ? j->method->name : j->solver ? j->solver->method : j->choice.method;
}

int job_options(const struct job *j, struct option_part out[OPTION_PARTS])
{
    if (j->solver) return j->precision->solver_options(j->solver, out);
    out[0] = (struct option_part){j->method ? j->method->options : NULL, 0};
    return out[0].table != NULL;
}

void job_options_print(FILE *out, const struct job *j, int indent)
{
    struct option_part part[OPTION_PARTS];
    const int parts = j->options ? job_options(j, part) : 0;
    for (int k = 0; k < parts; k++)
        option_axes_print(out, j->axes, part[k].table, (const char *)j->options + part[k].at, indent);
}

static enum status unknown_app(const struct workload *w, const struct section *root)
{
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (; count < precision_double.app_count() && count < NAMES_MAX; count++)
        names[count] = precision_double.app_at(count)->name;
    return section_fault(w->config, root, "app", "no application '%s'%s", w->settings.app,
                         spelling_advice(w->settings.app, names, count, advice, sizeof advice));
}

static void jobs_free(struct workload *w)
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

static enum status append(struct workload *w, const struct precision *set, struct choice choice,
                          const struct section *section)
{
    struct job *const grown = realloc(w->job, (size_t)(w->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for %d runs", w->count + 1);
    w->job = grown;
    w->job[w->count] = (struct job){.precision = set, .choice = choice, .section = section};
    return job_resolve(w, &w->job[w->count++]);
}

/* Of `solver` and `solvers` the one from the command line replaces the one from the file. */
static enum status settle(const struct workload *w, const struct section *root)
{
    const bool both = section_has(root, "solver") && section_has(root, "solvers");
    const bool one = section_assigned(root, "solver"), list = section_assigned(root, "solvers");
    if (both && one == list) return section_fault(w->config, root, "solver", "give either solver or solvers, not both");
    if (both) section_drop(root, one ? "solvers" : "solver");
    return ST_OK;
}

/* The first that is registered of a kind that the application takes. */
static const char *usual_method(const struct workload *w, int space)
{
    const struct precision *const set = sets[w->settings.precision.v[0]];
    const struct app *const app = job_app(set, w->settings.app);
    for (size_t i = 0; i < set->solver_count(); i++) {
        const struct solver *const s = set->solver_at(i);
        if (app->kinds & kind_bit(s->kind) && (int)s->space == space) return s->method;
    }
    return "thomas";
}

/* A run that names no space takes place where `device` says. */
static enum status read_choice(struct workload *w, const struct section *section, struct choice *choice)
{
    if (section) section_pick(section, "threads", 0); /* of a list, which is an axis of the run */
    TRY(section_read(w->config, section, choice_table, choice));
    if (choice->label && !*choice->label)
        return section_fault(w->config, section, "label", "a run without a name: give some letters, or no label");
    const bool named = section && section_has(section, "space");
    if (named && w->settings.device == DEVICE && choice->space == HOST)
        return section_fault(w->config, section, "space", "is \"host\", but device = \"gpu\" puts all runs on the GPU");
    if (!named) choice->space = w->settings.device;
    if (!choice->method) choice->method = (char *)usual_method(w, choice->space);
    return ST_OK;
}

/* The solver groups as written: one group `solver`, or a list `solvers`. */
static enum status read_choices(struct workload *w, const struct section *root, struct choice **choice,
                                const struct section ***section, int64_t *count)
{
    TRY(settle(w, root));
    const char *const key = section_has(root, "solvers") ? "solvers" : "solver";
    const int64_t written = section_count(root, key);
    if (!written && section_has(root, key))
        return section_fault(w->config, root, key, "must be a group { method = \"...\"; }%s",
                             !strcmp(key, "solvers") ? " or a list of such groups" : "");
    *count = written ? written : 1;
    *choice = calloc((size_t)*count, sizeof **choice);
    *section = calloc((size_t)*count, sizeof **section);
    if (!*choice || !*section) return fail(ST_NOMEM, "no memory for %lld solvers", (long long)*count);
    for (int64_t i = 0; i < *count; i++) {
        (*section)[i] = written ? section_item(root, key, i) : NULL;
        TRY(read_choice(w, (*section)[i], &(*choice)[i]));
    }
    return ST_OK;
}

/* The group written for a method, if there is one: its options hold for --solvers too. */
static const struct section *section_of(const char *method, const struct choice *choice, const struct section **section,
                                        int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!strcmp(choice[i].method, method)) return section[i];
    return NULL;
}

static enum status append_named(struct workload *w, const struct precision *set, const char *methods,
                                const struct choice *choice, const struct section **section, int64_t count)
{
    char *const list = strdup(methods);
    enum status s = list ? ST_OK : fail(ST_NOMEM, "no memory for the list of solvers");
    char *rest = list;
    for (char *name = strsep(&rest, ","); s == ST_OK && name; name = strsep(&rest, ","))
        s = append(w, set, (struct choice){.method = name, .space = w->settings.device},
                   section_of(name, choice, section, count));
    free(list);
    return s;
}

static enum status append_all(struct workload *w, const struct precision *set, const struct choice *choice,
                              const struct section **section, int64_t count)
{
    const struct app *const app = job_app(set, w->settings.app);
    struct choice one = {.space = w->settings.device};
    char name[96]; /* with its kind: two kinds may have methods of one name */
    for (size_t i = 0; i < set->solver_count(); i++) {
        const struct solver *const s = set->solver_at(i);
        if (!(app->kinds & kind_bit(s->kind)) || (int)s->space != one.space) continue;
        snprintf(name, sizeof name, "%s.%s", set->kind_name(s->kind), s->method);
        one.method = name;
        TRY(append(w, set, one, section_of(s->method, choice, section, count)));
    }
    for (const struct method *m = app->own; m && m->name; m++) {
        if (!(m->spaces >> one.space & 1)) continue;
        one.method = (char *)m->name;
        TRY(append(w, set, one, section_of(m->name, choice, section, count)));
    }
    return ST_OK;
}

static enum status try_group(const struct workload *w, struct choice choice, const struct section *section)
{
    struct workload probe = *w;
    probe.job = NULL, probe.count = 0, probe.from_command_line = probe.swept = false;
    const enum status s = append(&probe, sets[w->settings.precision.v[0]], choice, section);
    jobs_free(&probe);
    return s;
}

/* Groups that --solvers passed over are still the user's input: their keys must be right, in the space that `device`
 * puts them in or, since they do not run, in the other. */
static enum status check_group(const struct workload *w, struct choice choice, const struct section *section)
{
    const enum status s = try_group(w, choice, section);
    if (s == ST_OK || choice.space == HOST || (section && section_has(section, "space"))) return s;
    choice.space = HOST;
    return try_group(w, choice, section);
}

static enum status append_jobs(struct workload *w, const struct section *root, const char *methods)
{
    struct choice *choice = NULL;
    const struct section **section = NULL;
    int64_t count = 0;
    enum status s = read_choices(w, root, &choice, &section, &count);
    for (int64_t p = 0; s == ST_OK && p < w->settings.precision.count; p++) {
        const struct precision *const set = sets[w->settings.precision.v[p]];
        if (!methods)
            for (int64_t i = 0; s == ST_OK && i < count; i++) s = append(w, set, choice[i], section[i]);
        else if (!strcmp(methods, "all")) s = append_all(w, set, choice, section, count);
        else s = append_named(w, set, methods, choice, section, count);
    }
    for (int64_t i = 0; s == ST_OK && methods && i < count; i++) s = check_group(w, choice[i], section[i]);
    free(choice);
    free(section);
    return s;
}

static enum status ask(const struct job *j)
{
    if (j->choice.space == DEVICE) TRY(device_ready());
    if (j->axes) return option_axes_accept(j);
    if (j->sweep) return sweep_accepts(j->sweep, j->solver, j->method, j->options, (enum space)j->choice.space);
    return j->app->accepts(j->params, j->solver, j->method, j->options, (enum space)j->choice.space);
}

/* Asks every method before the first one starts. Among all methods one that refuses, or lacks a library of the host, is
 * only noted, and so is an optional one. */
static enum status ask_methods(struct workload *w, bool all)
{
    for (int i = 0; i < w->count; i++) {
        struct job *const j = &w->job[i];
        j->may_refuse = all || j->choice.optional;
        const enum status s = j->refusal ? ST_OK : ask(j);
        if (s == ST_OK) continue;
        const bool lacks = s == ST_DEVICE && j->choice.space == HOST; /* a library that only peers need */
        if ((all && (s == ST_REFUSED || lacks)) || ((s == ST_REFUSED || s == ST_DEVICE) && j->choice.optional))
            TRY(job_leave_out(j));
        else if (s == ST_REFUSED) return section_fault(w->config, j->section, "method", "%s", fail_text());
        else if (s == ST_DEVICE) return fail_within(s, "run %s: ", j->name);
        else return s;
    }
    return ST_OK;
}

enum status job_fault(const struct workload *w, const struct job *j, enum status s)
{
    char text[1024];
    const struct section *const root = config_root(w->config);
    if (s != ST_CONFIG && s != ST_REFUSED) return s;
    snprintf(text, sizeof text, "%s", fail_text());
    const size_t length = strcspn(text, ":");
    if (text[length]) {
        text[length] = '\0';
        const bool own = j->section && section_has(j->section, text);
        if (option_find(w->app->options, text))
            return section_fault(w->config, own ? j->section : root, text, "%s", text + length + 2), s;
        text[length] = ':';
    }
    if (s == ST_REFUSED) section_fault(w->config, j->section, "method", "%s", text);
    return s;
}

/* Claims name runs as the configuration calls them, not as --solvers does; other runs from --set have no claims. */
static enum status read_paper(struct workload *w, const struct section *root)
{
    enum { LABELS = 512 };
    const char *labels[LABELS];
    size_t count = 0;
    TRY(section_read(w->config, root, paper_table, &w->settings.paper));
    if (w->replaced && !section_assigned(root, "claims") && w->settings.paper.claims.count) {
        w->settings.paper.claims.count = 0;
        w->left_out = true;
    }
    for (int i = 0; !w->from_command_line && i < w->count && count < LABELS; i++)
        labels[count++] = w->job[i].choice.label ? w->job[i].choice.label : job_method(&w->job[i]);
    return paper_check(w->config, &w->settings.paper, labels, count);
}

enum status workload_read(struct workload *w, struct config *config, const char *methods, int64_t threads)
{
    *w = (struct workload){.config = config, .from_command_line = methods != NULL};
    const struct section *const root = config_root(config);
    const char *key = NULL;
    TRY(section_read(config, root, settings_table, &w->settings));
    if (threads > 0) w->settings.threads = threads;
    w->app = job_app(&precision_double, w->settings.app);
    if (!w->app) return unknown_app(w, root);
    w->params = calloc(1, w->app->params_bytes);
    if (!w->params) return fail(ST_NOMEM, "no memory for the settings of %s", w->settings.app);
    TRY(sweep_read(w, root));
    TRY(section_read(config, root, w->app->options, w->params));
    TRY(append_jobs(w, root, methods));
    w->replaced = !methods && (section_assigned(root, "solver") || section_assigned(root, "solvers"));
    TRY(option_axes_taken(w));
    TRY(published_check(w));
    TRY(read_paper(w, root));
    for (int i = 0; i < w->count; i++) TRY(sweep_make_points(w, &w->job[i]));
    TRY(config_finish(config));
    for (int64_t p = 0; w->app->check && p < w->settings.precision.count; p++) {
        const struct app *const app = job_app(sets[w->settings.precision.v[p]], w->settings.app);
        const enum status s = app->check(w->params, &key);
        if (s != ST_OK) return key ? section_fault(config, root, key, "%s", fail_text()) : s;
    }
    for (int i = 0; i < w->count; i++) TRY(variation_check(w, &w->job[i]));
    return ask_methods(w, methods && !strcmp(methods, "all"));
}

void workload_free(struct workload *w)
{
    jobs_free(w);
    free(w->params);
    config_free(w->config);
    *w = (struct workload){0};
}
