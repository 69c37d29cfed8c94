/* Prints published values together with measured ones, as a table and as JSON. */
#include "command/compare/show/show_published.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "command/compare/sweep/published_pairs.h"
#include "command/terminal/table.h"

/* The table of all pairs, and the ratios of a group. */
struct listing {
    struct table table;
    const struct result *result;
    char axis[ALONG_MAX][64];
    int axes;
    bool named; /* points are shown by their names, not by axes */
    int64_t lines;
    char sources[512];
    char ranges[4096];
    char range_of[192]; /* the quantity and run of the ratios */
    double low, high, sum;
    int64_t ratios;
};

static void close_range(struct listing *l)
{
    const size_t used = strlen(l->ranges);
    if (l->ratios > 2 && used < sizeof l->ranges)
        snprintf(l->ranges + used, sizeof l->ranges - used, "%s: %.3g to %.3g times as published, %.3g in the mean\n",
                 l->range_of, l->low, l->high, l->sum / (double)l->ratios);
    l->ratios = 0, l->sum = 0;
}

static void add_to_range(struct listing *l, const struct published_pair *p)
{
    char of[sizeof l->range_of];
    const double ratio = published_ratio(p);
    snprintf(of, sizeof of, "%.60s, %.100s", p->of->quantity, p->run->called);
    if (strcmp(of, l->range_of)) close_range(l), memcpy(l->range_of, of, sizeof of);
    if (!isfinite(ratio)) return;
    l->low = l->ratios ? fmin(l->low, ratio) : ratio, l->high = l->ratios ? fmax(l->high, ratio) : ratio;
    l->sum += ratio, l->ratios++;
}

/* The axes are those of the first sweep that has values. */
static enum status note_axes(void *with, const struct published_pair *p)
{
    struct listing *const l = with;
    if (p->sweep && p->point < 0) return ST_OK;
    l->lines++;
    l->named |= p->of->points != NULL;
    const char *const source = p->of->source;
    const size_t used = strlen(l->sources);
    if (source && !strstr(l->sources, source) && used < sizeof l->sources)
        snprintf(l->sources + used, sizeof l->sources - used, "%s%s", used ? "; " : "", source);
    for (int a = 1; p->sweep && !l->axes && a <= sweep_axes(p->sweep) && a <= ALONG_MAX; a++)
        snprintf(l->axis[a - 1], sizeof l->axis[0], "%s", sweep_axis(p->sweep, a)->name);
    while (l->axes < ALONG_MAX && *l->axis[l->axes]) l->axes++;
    return ST_OK;
}

/* "no" where it was not solved. */
static void put_number(struct table *t, double value, bool unsolved)
{
    if (unsolved) table_text(t, "no");
    else table_real(t, "%.6g", value);
}

/* Values of points that no run took are left out. */
static enum status add_line(void *with, const struct published_pair *p)
{
    struct listing *const l = with;
    if (p->sweep && p->point < 0) return ST_OK;
    table_text(&l->table, "%s", p->run->called);
    table_text(&l->table, "%s", p->of->quantity);
    int length;
    const char *const name = published_point(p, &length);
    if (l->named) table_text(&l->table, "%.*s", length, name ? name : "");
    for (int a = 0; a < l->axes; a++) table_real(&l->table, "%.10g", published_place(p, l->axis[a]));
    put_number(&l->table, p->of->value[p->i], isnan(p->of->value[p->i]));
    put_number(&l->table, p->measured, p->unsolved);
    table_real(&l->table, "%.3g", published_ratio(p));
    add_to_range(l, p);
    return ST_OK;
}

enum status show_published(const struct result *r)
{
    struct listing l = {.result = r};
    const char *heading[TABLE_COLUMNS] = {"run", "quantity"};
    int columns = 2;
    if (!store_has(r->store, "/published")) return ST_OK;
    TRY(published_pairs(r, note_axes, &l));
    if (!l.lines) return ST_OK;
    if (l.named) heading[columns++] = "point", l.axes = 0;
    for (int a = 0; a < l.axes; a++) heading[columns++] = l.axis[a];
    heading[columns++] = "published", heading[columns++] = "measured", heading[columns++] = "ratio";
    putchar('\n');
    say(stdout, "%sPublished and measured values%s%s\n", table_comment(), *l.sources ? ": " : "", l.sources);
    table_begin(&l.table, columns, heading);
    l.table.keys = 2 + l.named + l.axes;
    const enum status st = published_pairs(r, add_line, &l);
    table_end(&l.table, stdout, FIRST_TWO_LEFT);
    close_range(&l);
    for (const char *line = l.ranges; table_aligned() && *line; line += strcspn(line, "\n") + 1)
        say(stdout, "%.*s\n", (int)strcspn(line, "\n"), line);
    return st;
}

static void json_number(struct json *j, const char *key, double value, bool unsolved)
{
    if (unsolved) json_text(j, key, "no");
    else json_real(j, key, value);
}

static enum status json_pair(void *with, const struct published_pair *p)
{
    struct json *const j = with;
    if (p->sweep && p->point < 0) return ST_OK;
    json_object(j, NULL);
    json_text(j, "run", p->run->name);
    json_text(j, "label", p->run->title);
    json_text(j, "quantity", p->of->quantity);
    if (p->of->source) json_text(j, "source", p->of->source);
    int length;
    char point[128];
    const char *const name = published_point(p, &length);
    snprintf(point, sizeof point, "%.*s", length, name ? name : "");
    if (name) json_text(j, "point", point);
    if (p->sweep) {
        json_object(j, "at");
        for (int a = 1; a <= sweep_axes(p->sweep); a++) {
            const char *const axis = sweep_axis(p->sweep, a)->name;
            json_real(j, axis, published_place(p, axis));
        }
        json_close_object(j);
    }
    json_number(j, "published", p->of->value[p->i], isnan(p->of->value[p->i]));
    json_number(j, "measured", p->measured, p->unsolved);
    json_real(j, "ratio", published_ratio(p));
    json_close_object(j);
    return ST_OK;
}

enum status json_published(struct json *j, const struct result *r)
{
    if (!store_has(r->store, "/published")) return ST_OK;
    json_array(j, "published");
    TRY(published_pairs(r, json_pair, j));
    json_close_array(j);
    return ST_OK;
}
