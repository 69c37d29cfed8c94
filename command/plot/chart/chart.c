/* Draws charts as they are specified: of each precision, and each column. */
#include "command/plot/chart/chart.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "command/compare/result/quantity.h"
#include "command/plot/chart/draw.h"

typedef enum status chart_drawing(const struct canvas *c, const struct chart *x);

/* As words of a file's name: "*_residual" is residual. */
static void name_picture(char *out, size_t size, const char *name, const char *precision)
{
    size_t used = 0;
    for (const char *c = name; *c && used + 1 < size; c++) {
        const bool fits = isalnum((unsigned char)*c) || strchr("-+.", *c);
        if (fits || (used && out[used - 1] != '_')) out[used++] = fits ? *c : '_';
    }
    while (used && out[used - 1] == '_') used--;
    out[used] = '\0';
    if (precision) snprintf(out + used, size - used, "_%s", precision);
}

/* Curves need numbers to the right; for one point there are bars. */
static chart_drawing *drawing_of(const struct chart_spec *spec, const struct facets *f)
{
    static chart_drawing *const of_kind[] = {NULL, chart_curves, chart_bars, chart_grid};
    if (strchr(f->values->quantity, '*') && spec->kind == CHART_AUTO) return chart_grid;
    if (f->places <= 1 && f->panels <= 1 && spec->kind != CHART_TABLE) return chart_rows;
    if (spec->kind != CHART_AUTO) return of_kind[spec->kind];
    return f->across ? chart_curves : chart_bars;
}

struct quantities {
    int count;
    struct chart_values *values; /* [count] */
    struct facets *facets;       /* [count] */
};

static enum status draw_each(const struct canvas *c, const struct chart_spec *spec, const struct chart_plan *plan,
                             struct quantities *q, const char *precision)
{
    char what[160];
    const bool table = q->count && drawing_of(spec, &q->facets[0]) == chart_grid;
    for (int i = 0; i < (table && q->count ? 1 : q->count); i++) {
        if (drawing_of(spec, &q->facets[i]) == chart_curves) chart_values_merge(&q->values[i]);
        const struct chart x = {spec, plan, table ? q->count : 1, &q->facets[i], what};
        const char *const name = spec->name && (table || q->count == 1) ? spec->name
                                 : table                                ? "table"
                                                                        : q->values[i].quantity;
        name_picture(what, sizeof what, name, precision);
        if (!q->values[i].runs) canvas_omit(c, what, "no run has a value except the first");
        else TRY(drawing_of(spec, &q->facets[i])(c, &x));
    }
    return ST_OK;
}

/* Columns that no run of this precision has are left out. */
static enum status load(struct quantities *q, const struct result *r, const char *precision, char *columns,
                        const struct chart_spec *spec, const struct chart_plan *plan)
{
    for (char *name; (name = strsep(&columns, ","));) {
        struct chart_values *const v = &q->values[q->count];
        TRY(strchr(name, '*') || result_has(r, name) != QUANTITY_NONE ? ST_OK : quantity_unknown(r, name));
        const enum status s = chart_values_load(v, r, precision, name, spec, plan);
        q->count++;
        TRY(s);
        if (v->points) TRY(facets_find(&q->facets[q->count - 1], v, spec->across));
        else chart_values_free(v), q->count--;
    }
    return ST_OK;
}

static enum status draw_precision(const struct canvas *c, const struct result *r, const char *precision, bool several,
                                  const struct chart_spec *spec, const struct chart_plan *plan)
{
    char *const columns = strdup(spec->column ? spec->column : "seconds");
    size_t most = 1;
    for (const char *at = columns; at && *at; at++) most += *at == ',';
    struct quantities q = {0, calloc(most, sizeof *q.values), calloc(most, sizeof *q.facets)};
    const bool there = columns && q.values && q.facets;
    enum status s = there ? load(&q, r, precision, columns, spec, plan) : fail(ST_NOMEM, "no memory for a chart");
    if (s == ST_OK) s = draw_each(c, spec, plan, &q, several ? precision : NULL);
    for (int i = 0; i < q.count; i++) facets_free(&q.facets[i]), chart_values_free(&q.values[i]);
    free(columns);
    free(q.values), free(q.facets);
    return s;
}

enum status chart_draw_curves(const struct canvas *c, const struct result *r, const char *precision,
                              const struct chart_spec *spec, const char *what)
{
    const struct chart_plan none = {0};
    struct chart_values v;
    struct facets f = {0};
    enum status s = chart_values_load(&v, r, precision, spec->column, spec, &none);
    if (s == ST_OK) s = facets_find(&f, &v, spec->across);
    if (s == ST_OK && v.runs) s = chart_curves(c, &(struct chart){spec, &none, 1, &f, what});
    facets_free(&f);
    chart_values_free(&v);
    return s;
}

static enum status draw_planned(const struct canvas *c, const struct result *r, const struct chart_spec *spec,
                                const struct chart_plan *plan)
{
    int precisions = 0;
    for (int64_t i = 0; i < r->count; i++) precisions += sweep_precision(r, i) != NULL;
    for (int64_t i = 0; i < r->count; i++)
        if (sweep_precision(r, i)) TRY(draw_precision(c, r, sweep_precision(r, i), precisions > 1, spec, plan));
    return ST_OK;
}

enum status chart_draw(const struct canvas *c, const struct result *r, const struct chart_spec *spec)
{
    struct chart_plan plan;
    struct config *config;
    TRY(chart_plan_read(&plan, &config, r));
    const enum status s = draw_planned(c, r, spec, &plan);
    config_free(config);
    return s;
}

/* Does a run that did not take place have the axis, as an option of its group? */
static bool is_of_absent(const struct config *config, const struct result *r, const char *axis)
{
    bool absent = false, has = false;
    for (int64_t i = 0; i < r->count; i++) absent |= !stored_run_ok(&r->run[i]);
    for (int64_t i = 0; config && i < section_count(config_root(config), "solvers"); i++)
        has |= section_list(section_item(config_root(config), "solvers", i), axis) > 0;
    return absent && has;
}

/* The reason why a picture of a configuration cannot be drawn from this result, although it is not wrong; or NULL. */
static const char *reason_to_omit(const struct config *config, const struct result *r, const struct chart_spec *spec,
                                  char *out, size_t size)
{
    for (int64_t k = -2; k < spec->only.count; k++) {
        const char *const axis = k == -2 ? spec->across : k == -1 ? spec->best_of : spec->only.v[k];
        snprintf(out, size, "%.*s", axis ? (int)strcspn(axis, " =") : 0, axis ? axis : "");
        if (*out && is_of_absent(config, r, out))
            return snprintf(out, size, "no run with the axis %.60s took place", axis), out;
    }
    for (int64_t i = 0; spec->against && i < r->count; i++)
        if (!stored_run_ok(&r->run[i]) && !strcmp(spec->against, r->run[i].label ? r->run[i].label : r->run[i].method))
            return snprintf(out, size, "the run %.60s did not take place", spec->against), out;
    if (!spec->across || !r->view.best_of || strcmp(spec->across, r->view.best_of)) return NULL;
    return snprintf(out, size, "--best-of leaves it without the axis %.60s", spec->across), out;
}

/* A fault of an option as one of the key of the configuration: of "--best-of: ..." it is "pictures.0.best_of: ...". */
static enum status figure_fault(const struct result *r, const char *group)
{
    char sentence[1024], *file = NULL;
    snprintf(sentence, sizeof sentence, "%s", fail_text());
    char *const key = sentence + (strncmp(sentence, "--", 2) ? 0 : 2);
    for (char *c = key; *c && *c != ':'; c++)
        if (*c == '-') *c = '_';
    if (store_has_text(r->store, "/config", "name")) TRY(store_get_text(r->store, "/config", "name", &file));
    fail(ST_CONFIG, "%s: %s.%s", file ? file : r->path, group, key);
    free(file);
    return ST_CONFIG;
}

enum status chart_draw_figure(struct canvas *c, const struct result *r)
{
    struct chart_plan plan;
    struct config *config;
    TRY(chart_plan_read(&plan, &config, r));
    const struct chart_spec usual = {.column = plan.column};
    const struct chart_spec *const of = plan.pictures.count ? plan.pictures.v : &usual;
    const int64_t count = plan.pictures.count ? plan.pictures.count : plan.id != NULL;
    for (int64_t i = 0; i < count; i++) {
        char why[128], group[32] = "figure";
        enum status s = draw_planned(c, r, &of[i], &plan);
        const char *const reason = s == ST_CONFIG ? reason_to_omit(config, r, &of[i], why, sizeof why) : NULL;
        if (plan.pictures.count) snprintf(group, sizeof group, "pictures.%lld", (long long)i);
        if (reason) canvas_omit(c, of[i].name ? of[i].name : of[i].column ? of[i].column : "seconds", reason);
        else canvas_report(c, s == ST_CONFIG ? figure_fault(r, group) : s);
    }
    config_free(config);
    return ST_OK;
}
