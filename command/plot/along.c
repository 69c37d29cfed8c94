/* Draws the results of runs along axes: over one axis as lines, over two as maps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"
#include "command/plot/draw/panels.h"
#include "command/plot/map/heat_map.h"
#include "command/plot/pictures.h"

static bool varies(const struct column *c)
{
    for (int64_t i = 1; c && i < c->count; i++)
        if (c->value[i] != c->value[0]) return true;
    return false;
}

/* The axes that vary, at most two of them; their number. */
static int varying(const struct series *s, const struct column *axis[2])
{
    int count = 0;
    for (int a = 1; series_axis(s, a); a++) {
        if (!varies(series_axis(s, a))) continue;
        if (count < 2) axis[count] = series_axis(s, a);
        count++;
    }
    return count;
}

/* With a sufficient number of servers, the wait of an hour is the column wait_enough. */
static const char enough[] = "_enough";

static bool is_called(const char *column, const char *quantity)
{
    const size_t length = strlen(quantity);
    return !strncmp(column, quantity, length) && (!column[length] || !strcmp(column + length, enough));
}

/* A quantity that is reported of points. */
static bool is_asked(const struct answers *of, const char *column)
{
    for (int64_t i = 0; i < of->count; i++)
        if (*of->item[i].subject && is_called(column, of->item[i].quantity)) return true;
    return false;
}

static bool is_replaced(const struct series *s, const char *column)
{
    char better[256];
    snprintf(better, sizeof better, "%s%s", column, enough);
    return series_column(s, better) != NULL;
}

/* A column that is stored as a curve too. */
static bool is_curve(const struct result *r, const struct stored_run *run, const struct column *c)
{
    char path[1024];
    struct array a;
    snprintf(path, sizeof path, "/runs/%s/fields/%.400s", run->name, c->name);
    return store_has(r->store, path) && store_array_shape(r->store, path, &a) == ST_OK && a.rank == 1 &&
           a.dims[0] == c->count;
}

/* Selects the answers of the application at the points of an axis; all other columns are drawn by --column. */
static enum status want_answers(struct wanted *w, const struct result *r, const struct series *s)
{
    const struct stored_run *const run = &r->run[r->reference];
    struct answers of;
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    TRY(answers_load(&of, r->store, group));
    for (int64_t i = 0; i < s->count; i++) {
        const struct column *const c = &s->column[i];
        if (c->axis || !varies(c) || is_replaced(s, c->name) || !(is_asked(&of, c->name) || is_curve(r, run, c)))
            continue;
        if (w->count < WANTED_MAX) w->name[w->count++] = c->name;
        else w->more++;
    }
    answers_free(&of);
    return ST_OK;
}

static enum status draw_lines(const struct canvas *canvas, const struct result *r, const struct wanted *w,
                              const struct column *axis, const char *what)
{
    struct samples s;
    struct panels *const p = calloc(1, sizeof *p);
    if (!p) return fail(ST_NOMEM, "no memory for the panels of a picture");
    enum status st = samples_load(&s, r, true, w);
    if (st == ST_OK && s.count > 0) {
        *p = (struct panels){.across = axis->name,
                             .units = axis->units,
                             .steps = !strcmp(axis->name, "time"),
                             .optimum = true,
                             .samples = &s};
        panels_fill(p, canvas, w, axis->name);
        st = panels_draw(p, canvas, r, what);
    }
    samples_free(&s);
    free(p);
    return st;
}

enum status draw_along_axes(const struct canvas *canvas, const struct result *r, const struct wanted *w,
                            const char *what)
{
    const struct column *axis[2] = {NULL};
    struct series s;
    TRY(samples_reference(&s, r, true));
    const int axes = s.count ? varying(&s, axis) : 0;
    enum status st = ST_OK;
    if (axes == 1) st = draw_lines(canvas, r, w, axis[0], what);
    else if (axes == 2) st = draw_heat_maps(canvas, r, w, &s, axis, what);
    else if (axes > 2) canvas_omit(canvas, what, "more than two axes vary");
    else if (s.count) canvas_omit(canvas, what, "there is one point");
    series_free(&s);
    return st;
}

enum status draw_answers(const struct canvas *canvas, const struct result *r)
{
    struct series s;
    struct wanted w = {0};
    const struct column *axis[2];
    enum status st = samples_reference(&s, r, true);
    if (st == ST_OK && s.count && varying(&s, axis) > 0) st = want_answers(&w, r, &s);
    if (st == ST_OK && w.count) st = draw_along_axes(canvas, r, &w, "answers");
    series_free(&s);
    return st;
}

bool is_drawn_along(const struct result *r, const struct stored_run *run, const char *field)
{
    char group[512], path[1024];
    struct series s = {0};
    struct array a;
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    snprintf(path, sizeof path, "%s/%.400s", group, field);
    if (!store_has(r->store, path) || store_array_shape(r->store, path, &a) != ST_OK || a.dims[0] < 2) return false;
    if (series_load(&s, r->store, group) != ST_OK) return false;
    const bool along = series_axis(&s, 1) && series_column(&s, field);
    series_free(&s);
    return along;
}
