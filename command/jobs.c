#include "command/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"

static const struct precision *const sets[] = {&precision_double, &precision_float};
static const char *const precision_words[] = {"double", "float", NULL};
static const char *const space_words[] = {"host", "device", NULL};

#define AT(field) offsetof(struct settings, field)
const struct option settings_table[] = {
    {"app", "the application", OPT_TEXT, AT(app)},
    {"title", "a line of your own, kept with the results", OPT_TEXT, AT(title), .optional = true},
    {"precision", "working precision, or a list: every solver runs in each", OPT_WORDS, AT(precision),
     .fallback = "[\"double\"]", .words = precision_words, .count_min = 1, .count_max = 2},
    {"threads", "OpenMP threads; 0: all", OPT_INT, AT(threads), 0, 4096, "0"},
    {"bandwidth", "measure the memory limit before the runs (about a second)", OPT_BOOL, AT(bandwidth),
     .fallback = "true"},
    {"output.file", "result file; default output/<name of the configuration>.h5", OPT_TEXT, AT(file), .optional = true},
    {"output.fields", "store the final fields", OPT_BOOL, AT(fields), .fallback = "true"},
    {"output.xdmf", "write an .xmf file beside the result, for ParaView", OPT_BOOL, AT(xdmf), .fallback = "true"},
    {"output.snapshots", "store the fields every so many steps; 0: only at the end", OPT_INT, AT(snapshots), 0, 1e15,
     "0"},
    {"output.compression", "deflate level of stored arrays", OPT_INT, AT(compression), 0, 9, "0"},
    {"sample.every", "steps between samples of the series; 0: only first and last", OPT_INT, AT(sample_every), 0, 1e15,
     "1"},
    {"checkpoint.every", "steps between checkpoints; 0: only when stopped by a signal", OPT_INT, AT(checkpoint_every),
     0, 1e15, "0"},
    {"checkpoint.file", "default: the result file's name with .checkpoint", OPT_TEXT, AT(checkpoint_file),
     .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct choice, field)
const struct option choice_table[] = {
    {"method", "which method solves", OPT_TEXT, AT(method), .fallback = "\"thomas\""},
    {"space", "where it runs", OPT_WORD, AT(space), .fallback = "\"host\"", .words = space_words},
    {"threads", "OpenMP threads of this run; 0: as the workload says", OPT_INT, AT(threads), 0, 4096, "0"},
    {0},
};
#undef AT

const char *job_method(const struct job *j)
{
    return j->method ? j->method->name : j->solver->method;
}

static const struct app *find_app(const struct precision *set, const char *name)
{
    for (size_t i = 0; i < set->app_count(); i++)
        if (!strcmp(set->app_at(i)->name, name)) return set->app_at(i);
    return NULL;
}

static const struct method *find_own(const struct app *app, const char *name)
{
    for (const struct method *m = app->own; m && m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

static enum status unknown_app(const struct workload *w, const struct section *root)
{
    const char *names[64];
    size_t count = 0;
    for (; count < precision_double.app_count() && count < 64; count++)
        names[count] = precision_double.app_at(count)->name;
    const char *const near = spelling_nearest(w->settings.app, names, count);
    return section_fault(w->config, root, "app",
                         near ? "no application '%s'; did you mean '%s'?" : "no application '%s'", w->settings.app,
                         near);
}

/* Resolves the method of one job and reads its options. */
static enum status resolve(struct workload *w, struct job *j)
{
    j->app = find_app(j->precision, w->settings.app);
    j->method = j->choice.space == HOST ? find_own(j->app, j->choice.method) : NULL;
    if (!j->method) {
        const enum status s =
            j->precision->solver_find(j->app->kind, j->choice.method, (enum space)j->choice.space, &j->solver);
        if (s != ST_OK && w->from_command_line) return fail_within(ST_CONFIG, "--solvers: ");
        if (s != ST_OK) return section_fault(w->config, j->section, "method", "%s", fail_text());
        if (j->solver->options) {
            j->options = calloc(1, j->solver->options_bytes);
            if (!j->options) return fail(ST_NOMEM, "no memory for the options of %s", j->choice.method);
            TRY(section_read(w->config, j->section, j->solver->options, j->options));
        }
    }
    j->choice.method = (char *)job_method(j); /* the descriptor's own: it outlives the text that named it */
    snprintf(j->name, sizeof j->name, "%03d_%s_%s_%s", (int)(j - w->job), job_method(j),
             space_name((enum space)j->choice.space), j->precision->name);
    return ST_OK;
}

static enum status append(struct workload *w, const struct precision *set, struct choice choice,
                          const struct section *section)
{
    struct job *const grown = realloc(w->job, (size_t)(w->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for %d runs", w->count + 1);
    w->job = grown;
    w->job[w->count] = (struct job){.precision = set, .choice = choice, .section = section};
    return resolve(w, &w->job[w->count++]);
}

/* The solver groups as written: one group `solver`, or a list `solvers`. */
static enum status read_choices(struct workload *w, const struct section *root, struct choice **choice,
                                const struct section ***section, int64_t *count)
{
    const char *const key = section_has(root, "solvers") ? "solvers" : "solver";
    if (section_has(root, "solvers") && section_has(root, "solver"))
        return section_fault(w->config, root, "solver", "give either solver or solvers, not both");
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
        TRY(section_read(w->config, (*section)[i], choice_table, &(*choice)[i]));
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
        s = append(w, set, (struct choice){.method = name}, section_of(name, choice, section, count));
    free(list);
    return s;
}

static enum status append_all(struct workload *w, const struct precision *set, const struct choice *choice,
                              const struct section **section, int64_t count)
{
    const struct app *const app = find_app(set, w->settings.app);
    for (size_t i = 0; i < set->solver_count(); i++) {
        const struct solver *const s = set->solver_at(i);
        if (s->kind == app->kind && s->space == HOST)
            TRY(append(w, set, (struct choice){.method = (char *)s->method},
                       section_of(s->method, choice, section, count)));
    }
    for (const struct method *m = app->own; m && m->name; m++)
        TRY(append(w, set, (struct choice){.method = (char *)m->name}, section_of(m->name, choice, section, count)));
    return ST_OK;
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
    /* Groups that --solvers passed over are still the user's input: their keys must be right. */
    for (int64_t i = 0; s == ST_OK && methods && i < count; i++) {
        struct workload probe = *w;
        probe.job = NULL, probe.count = 0, probe.from_command_line = false;
        s = append(&probe, sets[w->settings.precision.v[0]], choice[i], section[i]);
        if (probe.count) free(probe.job[0].options);
        free(probe.job);
    }
    free(choice);
    free(section);
    return s;
}

/* Asks every method before the first one starts. Among all methods one that refuses is only noted. */
static enum status ask_methods(struct workload *w, bool all)
{
    for (int i = 0; i < w->count; i++) {
        struct job *const j = &w->job[i];
        const enum status s = j->app->accepts(w->params, j->solver, j->method, j->options);
        if (s == ST_REFUSED && all) j->refusal = strdup(fail_text());
        else if (s == ST_REFUSED) return section_fault(w->config, j->section, "method", "%s", fail_text());
        else if (s != ST_OK) return s;
    }
    return ST_OK;
}

enum status workload_read(struct workload *w, struct config *config, const char *methods, int64_t threads)
{
    *w = (struct workload){.config = config, .from_command_line = methods != NULL};
    const struct section *const root = config_root(config);
    const char *key = NULL;
    TRY(section_read(config, root, settings_table, &w->settings));
    if (threads > 0) w->settings.threads = threads;
    w->app = find_app(&precision_double, w->settings.app);
    if (!w->app) return unknown_app(w, root);
    w->params = calloc(1, w->app->params_bytes);
    if (!w->params) return fail(ST_NOMEM, "no memory for the settings of %s", w->settings.app);
    TRY(section_read(config, root, w->app->options, w->params));
    TRY(append_jobs(w, root, methods));
    TRY(config_finish(config));
    const enum status s = w->app->check ? w->app->check(w->params, &key) : ST_OK;
    if (s != ST_OK) return key ? section_fault(config, root, key, "%s", fail_text()) : s;
    return ask_methods(w, methods && !strcmp(methods, "all"));
}

enum status settings_apply(struct config *config, const char *lines)
{
    for (const char *at = lines; *at;) {
        const size_t length = strcspn(at, "\n");
        char *const line = strndup(at, length);
        const enum status s = line ? config_set(config, line) : fail(ST_NOMEM, "no memory for a setting");
        free(line);
        TRY(s);
        at += length + (at[length] == '\n');
    }
    return ST_OK;
}

void workload_free(struct workload *w)
{
    for (int i = 0; i < w->count; i++) {
        free(w->job[i].options);
        free(w->job[i].refusal);
    }
    free(w->job);
    free(w->params);
    config_free(w->config);
    *w = (struct workload){0};
}

char *workload_print(const struct workload *w)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    options_print(out, settings_table, &w->settings, 0);
    options_print(out, w->app->options, w->params, 0);
    fputs("solvers = (\n", out);
    for (int i = 0; i < w->count && w->job[i].precision == w->job[0].precision; i++) {
        fputs(i ? ",\n  {\n" : "  {\n", out);
        options_print(out, choice_table, &w->job[i].choice, 2);
        if (w->job[i].options) options_print(out, w->job[i].solver->options, w->job[i].options, 2);
        fputs("  }", out);
    }
    fputs("\n);\n", out);
    return fclose(out) ? (free(text), NULL) : text;
}
