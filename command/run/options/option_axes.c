/* Finds the axes among the keys of a solver group, and reads the options and settings of their points. */
#include "command/run/options/option_axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/options/option_steps.h"
#include "command/run/workload/variation.h"
#include "command/run/workload/workload.h"

static bool takes_one(const struct option *o)
{
    return o->type <= OPT_TEXT || o->type == OPT_FIELD; /* others are paths and lists */
}

static enum status add_axis(struct option_axes *a, const struct workload *w, const struct job *j,
                            const struct option *row, int64_t count)
{
    const char *const key = row->key;
    if (a->axes == OPTION_AXES_MAX)
        return section_fault(w->config, j->section, key, "at most %d lists of options per run are allowed",
                             OPTION_AXES_MAX);
    if (count > OPTION_POINTS_MAX / a->count)
        return section_fault(w->config, j->section, key, "%lld x %lld values exceed the maximum of %d runs",
                             (long long)a->count, (long long)count, OPTION_POINTS_MAX);
    struct option_axis *const x = &a->axis[a->axes++];
    *x = (struct option_axis){.key = key, .row = row, .count = count};
    a->count *= count;
    x->value = calloc((size_t)count, sizeof *x->value);
    x->text = calloc((size_t)count, sizeof *x->text);
    return x->value && x->text ? ST_OK : fail(ST_NOMEM, "no memory for the values of %s", key);
}

/* The rows of a table that the group has lists for; `varying`: only those that vary. Each list is read as its first
 * value from here on. */
static enum status add_axes(struct option_axes *a, const struct workload *w, const struct job *j,
                            const struct option *table, bool varying)
{
    for (const struct option *o = table; o && o->key; o++) {
        const int64_t count = takes_one(o) && (o->varies || !varying) ? section_list(j->section, o->key) : 0;
        if (!count) continue;
        section_pick(j->section, o->key, 0);
        TRY(add_axis(a, w, j, o, count));
    }
    return ST_OK;
}

/* Runs of --solvers take the keys of the method from groups, not the number of threads. */
enum status option_axes_find(struct workload *w, struct job *j)
{
    struct option_part part[OPTION_PARTS];
    const int parts = job_options(j, part);
    const struct option *const threads = option_find(choice_table, "threads");
    if (!j->refusal) TRY(option_axes_lend(w, j));
    j->axes = calloc(1, sizeof *j->axes);
    if (!j->axes) return fail(ST_NOMEM, "no memory for the axes of %s", job_method(j));
    j->axes->count = 1;
    section_pick(j->section, threads->key, 0);
    if ((w->lists || !w->from_command_line) && section_list(j->section, threads->key))
        TRY(add_axis(j->axes, w, j, threads, section_list(j->section, threads->key)));
    TRY(add_axes(j->axes, w, j, j->app->options, true));
    for (int k = 0; k < parts; k++) TRY(add_axes(j->axes, w, j, part[k].table, false));
    if (!j->axes->axes || j->refusal) j->axes = option_axes_free(j->axes);
    return ST_OK;
}

/* The struct that the row describes a member of, at a point. */
static const void *values_of(const struct job *j, const struct option_axis *x, const struct choice *choice)
{
    struct option_part part[OPTION_PARTS];
    const int parts = job_options(j, part);
    for (int k = 0; k < parts; k++)
        if (part[k].table && option_find(part[k].table, x->key) == x->row) return (char *)j->options + part[k].offset;
    return option_find(choice_table, x->key) == x->row ? (const void *)choice : j->params;
}

static double number_of(const struct option *row, const void *value, int64_t i)
{
    switch (row->type) {
    case OPT_INT:
    case OPT_COUNT: return (double)*(const int64_t *)value;
    case OPT_REAL: return *(const double *)value;
    case OPT_BOOL: return *(const bool *)value;
    case OPT_WORD: return *(const int *)value;
    case OPT_FIELD: {
        const struct field_spec *const field = value;
        return field->form == FIELD_NUMBER ? field->number : (double)i;
    }
    default: return (double)i;
    }
}

/* As options_print writes it after "key = ". Caller frees; NULL: no memory. */
static char *text_of(const struct option *row, const void *values)
{
    char *line = NULL, *text;
    size_t size;
    struct option table[] = {*row, {0}};
    FILE *const f = open_memstream(&line, &size);
    if (!f) return NULL;
    table[0].key = "v", table[0].only = NULL;
    options_print(f, table, values, 0);
    if (fclose(f)) return free(line), NULL;
    text = size > 6 ? strndup(line + 4, size - 6) : strdup(""); /* "v = ", ";\n" */
    free(line);
    return text;
}

static enum status note_value(struct workload *w, const struct job *j, struct option_axis *x, int64_t i,
                              const struct choice *choice)
{
    const void *const values = values_of(j, x, choice);
    x->value[i] = number_of(x->row, (const char *)values + x->row->offset, i);
    free(x->text[i]);
    if (!(x->text[i] = text_of(x->row, values))) return fail(ST_NOMEM, "no memory for the values of %s", x->key);
    for (int64_t k = 0; k < i; k++)
        if (!strcmp(x->text[k], x->text[i]))
            return section_fault(w->config, j->section, x->key, "%s is given twice", x->text[i]);
    return ST_OK;
}

static void pick(const struct option_axes *a, const struct job *j, int64_t point)
{
    for (int k = 0; k < a->axes; k++) section_pick(j->section, a->axis[k].key, option_axis_place(a, k, point));
}

/* Reads the job with the picked values; its own options and params stay as they are. */
static enum status read_point(struct workload *w, struct job *j, int64_t point)
{
    struct option_axes *const a = j->axes;
    struct job here = *j;
    static const struct option none[] = {{0}};
    const bool theirs = w->from_command_line && strcmp(a->axis[0].key, "threads");
    const struct option *const of = theirs ? NULL : option_find(choice_table, "threads");
    const struct option threads[] = {of ? *of : *none, {0}};
    here.options = here.params = NULL;
    enum status s = section_read(w->config, j->section, threads, &here.choice);
    if (s == ST_OK) s = job_read(w, &here);
    a->options[point] = here.options, a->params[point] = here.params, a->threads[point] = here.choice.threads;
    for (int k = 0; s == ST_OK && k < a->axes; k++) {
        int64_t rest = 1; /* points of the later axes: each value is noted once */
        for (int b = k + 1; b < a->axes; b++) rest *= a->axis[b].count;
        if (point < rest * a->axis[k].count && point % rest == 0)
            s = note_value(w, &here, &a->axis[k], point / rest, &here.choice);
    }
    return s;
}

enum status option_axes_read(struct workload *w, struct job *j)
{
    struct option_axes *const a = j->axes;
    if (!a) return ST_OK;
    if (w->swept)
        return section_fault(w->config, j->section, a->axis[0].key,
                             "a list is not allowed with a sweep over %s, whose points are whole runs with one value "
                             "of each option: give each value a group of its own",
                             w->sweep.axis[0].key);
    a->params = calloc((size_t)a->count, sizeof *a->params);
    a->options = calloc((size_t)a->count, sizeof *a->options);
    a->threads = calloc((size_t)a->count, sizeof *a->threads);
    if (!a->params || !a->options || !a->threads)
        return fail(ST_NOMEM, "no memory for %lld points", (long long)a->count);
    enum status s = ST_OK;
    bool all = false; /* some point takes as many as the run may */
    for (int64_t p = 0; s == ST_OK && p < a->count; p++) {
        pick(a, j, p);
        s = read_point(w, j, p);
        all |= !a->threads[p];
        if (a->threads[p] > j->choice.threads) j->choice.threads = a->threads[p];
    }
    if (s == ST_OK) pick(a, j, 0);
    if (all) j->choice.threads = 0;
    a->inner = j->app;
    a->app = option_steps_app(j->app);
    j->app = &a->app;
    return s;
}

struct option_axes *option_axes_free(struct option_axes *a)
{
    for (int64_t p = 0; a && p < a->count; p++) {
        if (a->params) free(a->params[p]);
        if (a->options) free(a->options[p]);
    }
    for (int k = 0; a && k < a->axes; k++) {
        for (int64_t i = 0; a->axis[k].text && i < a->axis[k].count; i++) free(a->axis[k].text[i]);
        free(a->axis[k].text), free(a->axis[k].value);
    }
    if (a) free(a->params), free(a->options), free(a->threads);
    free(a);
    return NULL;
}

enum status option_axes_check(const struct workload *w, const struct job *j)
{
    const struct option_axes *const a = j->axes;
    for (int64_t p = 0; p < a->count; p++) {
        char where[256];
        const char *key;
        const enum status s = app_check(a->inner, a->params[p], &key);
        if (s == ST_OK) continue;
        option_axes_at(a, p, s);
        snprintf(where, sizeof where, "%s", fail_text());
        if (!key) return s;
        pick(a, j, p);
        const bool own = j->section && section_has(j->section, key);
        return section_fault(w->config, own ? j->section : config_root(w->config), key, "%s", where);
    }
    return ST_OK;
}

enum status option_axes_accept(const struct job *j)
{
    const struct option_axes *const a = j->axes;
    for (int64_t p = 0; p < a->count; p++) {
        const enum status s =
            a->inner->accepts(a->params[p], j->solver, j->method, a->options[p], (enum space)j->choice.space);
        if (s != ST_OK) return option_axes_at(a, p, s);
    }
    return ST_OK;
}
