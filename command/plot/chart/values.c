/* Loads the numbers that runs measured at the points of a chart. */
#include "command/plot/chart/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/result/quantity.h"
#include "command/compare/sweep/sweep_names.h"

static enum status no_memory(const struct chart_values *v)
{
    return fail(ST_NOMEM, "no memory for a picture of %s", v->quantity);
}

static enum status fill_along(struct chart_values *v)
{
    const struct sweep *const s = &v->sweep;
    const bool effort = quantity_is_effort(v->quantity);
    for (int k = 0; k < s->count; k++) {
        const int run = chart_values_run(v, s->run[k]->title, s->run[k]);
        if (run < 0) return no_memory(v);
        const struct column *const column = series_column(&s->series[k], v->quantity);
        if (column && !*v->units) snprintf(v->units, sizeof v->units, "%.47s", column->units);
        for (int64_t i = 0; i < v->points; i++) {
            struct chart_cell *const c = chart_cell(v, run, i);
            c->unsolved = effort && sweep_value(s, k, i, "converged") == 0;
            if (!c->unsolved) c->measured = sweep_quantity(s, k, i, v->quantity);
        }
    }
    if (!strcmp(v->quantity, "longer")) snprintf(v->units, sizeof v->units, "%%");
    return ST_OK;
}

/* One number of each run, at one point. */
static enum status fill_of_runs(struct chart_values *v)
{
    const struct result *const r = v->result;
    v->points = 1;
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        if (!stored_run_ok(run) || strcmp(run->precision, v->precision)) continue;
        const struct quantity q = result_quantity(r, run, v->quantity);
        if (isnan(q.value)) continue;
        const int k = chart_values_run(v, run->title, run);
        if (k < 0) return no_memory(v);
        struct chart_cell *const c = chart_cell(v, k, 0);
        c->unsolved = quantity_is_effort(v->quantity) && result_metric(r, run, "converged") == 0;
        if (!c->unsolved) c->measured = q.value;
        if (!*v->units) memcpy(v->units, q.units, sizeof v->units);
    }
    return ST_OK;
}

/* The names of the runs, or otherwise those of the configuration. */
static enum status name_points(struct chart_values *v, const struct chart_plan *plan)
{
    struct sweep_names names = {0};
    if (!v->sweep.count) return ST_OK;
    const enum status s = sweep_names_load(&names, &v->sweep, v->result, &plan->rows);
    if (s == ST_OK) v->name = names.name;
    else sweep_names_free(&names);
    return s;
}

/* "switch_point = 3" */
static enum status hide_others(struct chart_values *v, const char *only)
{
    char axis[128], *end;
    const char *const equals = strchr(only, '=');
    const int length = equals ? (int)(equals - only) : 0;
    snprintf(axis, sizeof axis, "%.*s", length, only);
    for (size_t n = strlen(axis); n && axis[n - 1] == ' '; n--) axis[n - 1] = '\0';
    const struct sweep_axis *const x = sweep_axis_named(&v->sweep, axis);
    const double value = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || end[strspn(end, " ")])
        return fail(ST_CONFIG, "only: '%s' must be an axis and a number, such as rows = 64", only);
    if (!x) return fail(ST_CONFIG, "only: '%s': the runs have no axis '%s'", only, axis);
    for (int64_t i = 0; i < v->points; i++) v->hidden[i] |= !isnan(x->at[i]) && x->at[i] != value;
    return ST_OK;
}

static bool is_left_out(const struct chart_spec *spec, const char *name)
{
    for (int64_t i = 0; i < spec->without.count; i++)
        if (!strcmp(spec->without.v[i], name)) return true;
    return false;
}

/* Removes the runs that are not to be shown, and the one that the others are relative to. */
static void leave_out(struct chart_values *v, const struct chart_spec *spec)
{
    const bool relative = chart_is_relative(v->quantity);
    int kept = 0;
    for (int k = 0; k < v->runs; k++) {
        if ((k == 0 && relative && v->run[k].run) || is_left_out(spec, v->run[k].name)) continue;
        v->run[kept] = v->run[k];
        memmove(chart_cell(v, kept, 0), chart_cell(v, k, 0), (size_t)v->points * sizeof *v->cell);
        kept++;
    }
    v->runs = kept;
}

enum status chart_values_load(struct chart_values *v, const struct result *r, const char *precision,
                              const char *quantity, const struct chart_spec *spec, const struct chart_plan *plan)
{
    const struct view view = {spec->best_of ? spec->best_of : r->view.best_of,
                              spec->against ? spec->against : r->view.against};
    *v = (struct chart_values){.result = r, .precision = precision, .quantity = quantity};
    if (strchr(quantity, '*')) TRY(chart_subjects_load(v, quantity));
    else {
        TRY(sweep_load_view(&v->sweep, r, precision, &view));
        if (!sweep_has(&v->sweep, quantity)) sweep_free(&v->sweep);
        v->points = sweep_points(&v->sweep);
        TRY(v->sweep.count ? fill_along(v) : fill_of_runs(v));
        TRY(name_points(v, plan));
    }
    v->hidden = calloc((size_t)v->points + 1, sizeof *v->hidden);
    if (!v->hidden) return no_memory(v);
    for (int64_t i = 0; v->sweep.count && i < spec->only.count; i++) TRY(hide_others(v, spec->only.v[i]));
    TRY(chart_values_publish(v, spec));
    leave_out(v, spec);
    if (strchr(quantity, '*')) chart_subjects_name(v);
    return ST_OK;
}

void chart_values_free(struct chart_values *v)
{
    for (int64_t i = 0; v->name && i < v->points; i++) free(v->name[i]);
    free(v->name), free(v->hidden), free(v->run), free(v->cell);
    sweep_free(&v->sweep);
    *v = (struct chart_values){0};
}
