/* Finds the panels of a chart, one for each combination of values of the axes other than the horizontal one. */
#define _GNU_SOURCE /* qsort_r */
#include "command/plot/chart/facets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool facets_varies(const struct chart_values *v, const struct sweep_axis *x)
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
        if (facets_varies(v, x) && !x->option) f->across = x;
    }
    for (int a = 1; a <= sweep_axes(s); a++) { /* named points differ in options too */
        const struct sweep_axis *const x = sweep_axis(s, a);
        if (facets_varies(v, x) && x->option && !(f->across && f->across->option)) f->across = x;
    }
}

/* A name distinguishes points by itself: there are no panels then. */
static void choose_others(struct facets *f)
{
    const struct chart_values *const v = f->values;
    for (int a = 1; a <= sweep_axes(&v->sweep); a++) {
        const struct sweep_axis *const x = sweep_axis(&v->sweep, a);
        if (x != f->across && (f->across || !v->name) && facets_varies(v, x)) f->other[f->apart++] = x;
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

/* By the values of the axes of panels, then by numbers. */
static int by_panel(const void *a, const void *b, void *of)
{
    const struct facets *const f = of;
    const int64_t i = *(const int64_t *)a, k = *(const int64_t *)b;
    for (int axis = 0; axis < f->apart; axis++) {
        const double x = f->other[axis]->at[i], y = f->other[axis]->at[k];
        if (x != y) return x < y ? -1 : 1;
    }
    return (i > k) - (i < k);
}

static int by_number(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool has_panel_of_its_own(const struct facets *f, int64_t point)
{
    bool any = f->values->hidden[point];
    for (int k = 0; k < f->apart; k++) any |= isnan(f->other[k]->at[point]);
    return !any;
}

/* Points of one panel are consecutive once they are sorted; panels are in the order of their first points. */
static enum status find_panels(struct facets *f)
{
    int64_t *const sorted = malloc((size_t)f->values->points * sizeof *sorted + 1), count = 0;
    if (!sorted) return fail(ST_NOMEM, "no memory for a picture of %s", f->values->quantity);
    for (int64_t i = 0; i < f->values->points; i++)
        if (has_panel_of_its_own(f, i)) sorted[count++] = i;
    qsort_r(sorted, (size_t)count, sizeof *sorted, by_panel, f);
    for (int64_t i = 0; i < count; i++) {
        bool same = i > 0;
        for (int k = 0; k < f->apart && same; k++) same = f->other[k]->at[sorted[i]] == f->other[k]->at[sorted[i - 1]];
        if (!same) sorted[f->found++] = sorted[i];
    }
    qsort(sorted, (size_t)f->found, sizeof *sorted, by_number);
    f->panels = f->found < FACETS_MAX ? (int)f->found : FACETS_MAX;
    memcpy(f->first, sorted, (size_t)f->panels * sizeof *sorted);
    free(sorted);
    if (!f->panels) f->panels = 1, f->found = 1, f->apart = 0;
    return ST_OK;
}

/* The number of the place of a point, or -1. */
static int place_of(const struct facets *f, int64_t point)
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

/* The values on the horizontal axis, or otherwise the points, sorted, each once. */
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
        if (at && (at - value) % step == 0 && place_of(f, i) < 0) f->place[f->places++] = i;
    }
    free(value);
    return ST_OK;
}

/* Counts the points of each panel at each place, after `start`, or sorts them in. */
static void sort_points(struct facets *f, int64_t *start, int64_t *point)
{
    for (int64_t i = 0; i < f->values->points; i++) {
        const int place = f->values->hidden[i] ? -1 : place_of(f, i);
        for (int panel = 0; place >= 0 && panel < f->panels; panel++) {
            if (!facets_has(f, panel, i)) continue;
            int64_t *const at = &start[panel * f->places + place];
            if (point) point[at[0]++] = i;
            else at[1]++;
        }
    }
}

static enum status find_points(struct facets *f)
{
    const int64_t lists = (int64_t)f->panels * f->places;
    f->start = calloc((size_t)lists + 1, sizeof *f->start);
    if (!f->start) return fail(ST_NOMEM, "no memory for a picture of %s", f->values->quantity);
    sort_points(f, f->start, NULL);
    for (int64_t i = 0; i < lists; i++) f->start[i + 1] += f->start[i];
    f->point = malloc((size_t)f->start[lists] * sizeof *f->point + 1);
    if (!f->point) return fail(ST_NOMEM, "no memory for a picture of %s", f->values->quantity);
    sort_points(f, f->start, f->point);
    memmove(f->start + 1, f->start, (size_t)lists * sizeof *f->start); /* each has come to where the next begins */
    f->start[0] = 0;
    return ST_OK;
}

enum status facets_find(struct facets *f, const struct chart_values *v, const char *across)
{
    *f = (struct facets){.values = v};
    if (across && v->sweep.count) f->across = sweep_axis_named(&v->sweep, across);
    if (across && v->sweep.count && !f->across) return fail(ST_CONFIG, "across: the runs have no axis '%s'", across);
    if (!f->across) choose_axes(f);
    choose_others(f);
    TRY(find_panels(f));
    TRY(find_places(f));
    return find_points(f);
}

void facets_free(struct facets *f)
{
    free(f->start), free(f->point);
    *f = (struct facets){0};
}

int64_t facets_point(const struct facets *f, int panel, int place, int run)
{
    const int64_t *const start = &f->start[panel * f->places + place];
    for (int64_t i = start[0]; i < start[1]; i++)
        if (chart_cell_filled(chart_cell(f->values, run, f->point[i]))) return f->point[i];
    return start[0] < start[1] ? f->point[start[0]] : -1;
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
