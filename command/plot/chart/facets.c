/* Finds the panels of a chart, one for each combination of values of the axes that are not to the right. */
#include "command/plot/chart/facets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool varies(const struct chart_values *v, const struct sweep_axis *x)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int64_t i = 0; i < v->points; i++)
        if (!v->hidden[i]) low = fmin(low, x->at[i]), high = fmax(high, x->at[i]);
    return low < high;
}

static void choose_axes(struct facets *f)
{
    const struct chart_values *const v = f->values;
    const struct sweep *const s = &v->sweep;
    for (int a = 1; !f->across && !v->name && a <= sweep_axes(s); a++) {
        const struct sweep_axis *const x = sweep_axis(s, a);
        if (varies(v, x) && !x->option) f->across = x;
    }
    for (int a = 1; a <= sweep_axes(s); a++) { /* named points differ in options too */
        const struct sweep_axis *const x = sweep_axis(s, a);
        if (varies(v, x) && x->option && !(f->across && f->across->option)) f->across = x;
    }
}

/* A name distinguishes points by itself: there are no panels then. */
static void choose_others(struct facets *f)
{
    const struct chart_values *const v = f->values;
    for (int a = 1; a <= sweep_axes(&v->sweep); a++) {
        const struct sweep_axis *const x = sweep_axis(&v->sweep, a);
        if (x != f->across && (f->across || !v->name) && varies(v, x)) f->other[f->apart++] = x;
    }
}

bool facets_has(const struct facets *f, int panel, int64_t point)
{
    if (f->values->hidden[point]) return false;
    for (int k = 0; k < f->apart; k++) {
        const double here = f->other[k]->at[point], there = f->other[k]->at[f->first[panel]];
        if (here != there && !isnan(here)) return false;
    }
    return true;
}

static void find_panels(struct facets *f)
{
    for (int64_t i = 0; i < f->values->points && f->panels < FACETS_MAX; i++) {
        bool any = f->values->hidden[i], there = false;
        for (int k = 0; k < f->apart; k++) any |= isnan(f->other[k]->at[i]);
        for (int p = 0; p < f->panels && !any; p++) there |= facets_has(f, p, i);
        if (!any && !there) f->first[f->panels++] = i;
    }
    if (!f->panels) f->panels = 1, f->apart = 0;
}

int facets_place(const struct facets *f, int64_t point)
{
    for (int k = 0; k < f->places; k++)
        if (f->across ? f->across->at[f->place[k]] == f->across->at[point] : f->place[k] == point) return k;
    return -1;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The values to the right, or else the points, sorted, each once. */
static int64_t sort_values(const struct facets *f, double *value)
{
    int64_t count = 0, distinct = 0;
    for (int64_t i = 0; i < f->values->points; i++)
        if (!f->values->hidden[i] && !(f->across && isnan(f->across->at[i])))
            value[count++] = f->across ? f->across->at[i] : (double)i;
    qsort(value, (size_t)count, sizeof *value, by_value);
    for (int64_t i = 0; i < count; i++)
        if (i == 0 || value[i] != value[distinct - 1]) value[distinct++] = value[i];
    return distinct;
}

/* All values have places, or every second, third, ... of too many. */
static enum status find_places(struct facets *f)
{
    double *const value = malloc((size_t)f->values->points * sizeof *value + 1);
    if (!value) return fail(ST_NOMEM, "no memory for a picture of %s", f->values->quantity);
    f->distinct = sort_values(f, value);
    const int64_t step = (f->distinct + PLACES_MAX - 1) / PLACES_MAX;
    for (int64_t i = 0; i < f->values->points; i++) {
        const double here = f->across ? f->across->at[i] : (double)i;
        const double *const at = f->values->hidden[i] || isnan(here)
                                     ? NULL
                                     : bsearch(&here, value, (size_t)f->distinct, sizeof *value, by_value);
        if (at && (at - value) % step == 0 && facets_place(f, i) < 0) f->place[f->places++] = i;
    }
    free(value);
    return ST_OK;
}

enum status facets_find(struct facets *f, const struct chart_values *v, const char *across)
{
    *f = (struct facets){.values = v};
    if (across && v->sweep.count) f->across = sweep_axis_named(&v->sweep, across);
    if (across && v->sweep.count && !f->across) return fail(ST_CONFIG, "across: the runs have no axis '%s'", across);
    if (!f->across) choose_axes(f);
    choose_others(f);
    find_panels(f);
    return find_places(f);
}

int64_t facets_point(const struct facets *f, int panel, int place, int run)
{
    int64_t any = -1;
    for (int64_t i = 0; i < f->values->points; i++) {
        if (!facets_has(f, panel, i) || facets_place(f, i) != place) continue;
        if (chart_cell_filled(chart_cell(f->values, run, i))) return i;
        if (any < 0) any = i;
    }
    return any;
}

bool facets_shows(const struct facets *f, int run)
{
    for (int64_t i = 0; i < f->values->points; i++)
        if (!f->values->hidden[i] && chart_cell_filled(chart_cell(f->values, run, i))) return true;
    return false;
}

bool facets_is_constant(const struct facets *f, int run)
{
    const struct chart_values *const v = f->values;
    for (int k = 0; f->across && k < v->sweep.count; k++)
        if (v->sweep.run[k] == v->run[run].run) return !series_column(&v->sweep.series[k], f->across->name);
    return false;
}

/* "2 systems", and of a key that was swept "width = 32". */
static void add(char *out, size_t size, const struct sweep_axis *x, double value)
{
    static const char *const counted[] = {"systems", "rows", "intervals", "threads"};
    char text[64];
    bool counts = false;
    const size_t used = strlen(out), length = strlen(x->name);
    sweep_axis_print(text, sizeof text, x, value, 10);
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) counts |= !strcmp(x->name, counted[i]);
    const char *const between = used ? ", " : "";
    if (isnan(value)) return;
    if (counts) snprintf(out + used, size - used, "%s%s %.*s", between, text, (int)(length - (value == 1)), x->name);
    else snprintf(out + used, size - used, "%s%s = %s", between, x->name, text);
}

void facets_panel_print(char *out, size_t size, const struct facets *f, int panel)
{
    *out = '\0';
    if (f->apart && f->values->name) {
        snprintf(out, size, "%s", f->values->name[f->first[panel]]);
        return;
    }
    for (int k = 0; k < f->apart; k++) add(out, size, f->other[k], f->other[k]->at[f->first[panel]]);
    const struct chart_values *const v = f->values;
    int64_t shown = 0; /* without panels: the axes that have one value */
    while (shown + 1 < v->points && v->hidden[shown]) shown++;
    for (int a = 1; !f->apart && !v->name && a <= sweep_axes(&v->sweep); a++)
        if ((sweep_axis(&v->sweep, a) != f->across || f->places <= 1) && !varies(v, sweep_axis(&v->sweep, a)))
            add(out, size, sweep_axis(&v->sweep, a), sweep_axis(&v->sweep, a)->at[shown]);
}

void facets_place_print(char *out, size_t size, const struct facets *f, int place)
{
    const int64_t point = f->place[place];
    *out = '\0';
    if (!f->across && f->values->name) snprintf(out, size, "%s", f->values->name[point]);
    else if (f->across) sweep_axis_print(out, size, f->across, f->across->at[point], 10);
}

void facets_point_print(char *out, size_t size, const struct facets *f, int64_t point)
{
    *out = '\0';
    if (f->values->name) snprintf(out, size, "%s", f->values->name[point]);
    else if (f->across) add(out, size, f->across, f->across->at[point]);
    for (int k = 0; !f->values->name && k < f->apart; k++) add(out, size, f->other[k], f->other[k]->at[point]);
}
