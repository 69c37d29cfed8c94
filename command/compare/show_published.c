/* Loads published values from a result, finds what runs measured at the same places, and prints both. */
#include "command/compare/show_published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/printable.h"
#include "command/compare/quantity.h"
#include "command/compare/sweep.h"
#include "command/table.h"

enum { ALONG_MAX = 4 };

/* One group of /published. */
struct published {
    char *quantity, *run, *precision, *source, *along; /* all but the first may be NULL */
    char *points;                                      /* names of the points of the values, one a line; or NULL */
    int64_t count, axes;                               /* of values; of the places */
    double *value, *at;                                /* NaN: "no", it was not solved */
};

/* A value of one run. */
struct pair {
    const struct published *of;
    const struct stored_run *run;
    const struct sweep *sweep; /* of its precision; NULL: a number of the whole run */
    int64_t point;             /* of the sweep; -1: the run was not there */
    int64_t i;                 /* of of->value */
    double measured;           /* NaN: there is none */
    bool unsolved;             /* it did not converge there */
};

typedef enum status visit(void *with, const struct pair *p);

static enum status text_of(const struct result *r, const char *group, const char *name, char **out)
{
    return store_has_text(r->store, group, name) ? store_get_text(r->store, group, name, out) : ST_OK;
}

static enum status numbers_of(const struct result *r, const char *group, const char *name, struct array *shape,
                              double **out)
{
    char path[512];
    int64_t count = 1;
    snprintf(path, sizeof path, "%s/%s", group, name);
    *shape = (struct array){0};
    if (!store_has(r->store, path)) return ST_OK;
    TRY(store_array_shape(r->store, path, shape));
    for (int d = 0; d < shape->rank; d++) count *= shape->dims[d];
    TRY(mem_array(out, HOST, count, sizeof **out));
    return store_array_read(r->store, path, REAL64, *out);
}

static enum status load(struct published *p, const struct result *r, const char *name)
{
    char group[256];
    struct array values, at;
    *p = (struct published){0};
    snprintf(group, sizeof group, "/published/%s", name);
    TRY(store_get_text(r->store, group, "quantity", &p->quantity));
    TRY(text_of(r, group, "run", &p->run));
    TRY(text_of(r, group, "precision", &p->precision));
    TRY(text_of(r, group, "source", &p->source));
    TRY(text_of(r, group, "along", &p->along));
    TRY(text_of(r, group, "points", &p->points));
    TRY(numbers_of(r, group, "values", &values, &p->value));
    TRY(numbers_of(r, group, "at", &at, &p->at));
    p->count = values.rank == 1 ? values.dims[0] : 0;
    p->axes = at.rank == 2 && at.dims[0] == p->count && at.dims[1] <= ALONG_MAX ? at.dims[1] : 0;
    return ST_OK;
}

static void unload(struct published *p)
{
    free(p->quantity), free(p->run), free(p->precision), free(p->source), free(p->along), free(p->points);
    mem_free(p->value), mem_free(p->at);
}

static bool is_of(const struct published *p, const struct stored_run *run)
{
    const bool called =
        !p->run || !strcmp(p->run, run->title) || !strcmp(p->run, run->label ? run->label : run->method);
    return stored_run_ok(run) && called && (!p->precision || !strcmp(p->precision, run->precision));
}

/* Is value i of this point, by the names of its axes? */
static bool is_at(const struct published *p, int64_t i, const struct sweep *s, int64_t point)
{
    const char *name = p->along ? p->along : "";
    for (int64_t a = 0; a < p->axes; a++) {
        char axis[64];
        const int length = (int)strcspn(name, ",");
        snprintf(axis, sizeof axis, "%.*s", length, name);
        const struct column *const c = series_column(&s->series[0], axis);
        if (!c || point >= c->count || c->value[point] != p->at[i * p->axes + a]) return false;
        name += length + (name[length] == ',');
    }
    return true;
}

/* Line i of `text`, up to its end; NULL: there is none. */
static const char *line_at(const char *text, int64_t i, int *length)
{
    while (text && i-- > 0) text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    *length = text ? (int)strcspn(text, "\n") : 0;
    return text;
}

/* The point of that name: the number of its line among the names of the run. */
static int64_t point_named(const char *names, const char *name, int length)
{
    const char *line;
    int other;
    for (int64_t point = 0; (line = line_at(names, point, &other)); point++)
        if (other == length && !strncmp(line, name, (size_t)length)) return point;
    return -1;
}

static int64_t point_of(const struct published *p, int64_t i, const struct sweep *s, const char *names)
{
    int length;
    const char *const name = line_at(p->points, i, &length);
    if (p->points) return name ? point_named(names, name, length) : -1;
    if (!p->axes) return i < sweep_points(s) && p->count == sweep_points(s) ? i : -1;
    for (int64_t point = 0; point < sweep_points(s); point++)
        if (is_at(p, i, s, point)) return point;
    return -1;
}

/* Has this quantity a meaning only where the run converged? */
static bool is_effort(const struct published *p)
{
    static const char *const of[] = {"iterations", "seconds", "seconds_step", "speedup", "longer"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (!strcmp(p->quantity, of[i])) return true;
    return false;
}

/* A value alone, without a place, is of the whole run. */
static enum status visit_run(const struct published *p, const struct result *r, const struct stored_run *run,
                             visit *each, void *with)
{
    struct sweep s;
    char group[256], *names = NULL;
    int of = -1;
    enum status st = sweep_load(&s, r, run->precision);
    for (int k = 0; st == ST_OK && k < s.count; k++)
        if (s.run[k] == run) of = k;
    if (of >= 0) snprintf(group, sizeof group, "/runs/%s", s.run[0]->name); /* points are those of the reference */
    if (of >= 0) st = text_of(r, group, "points", &names);
    const bool placed = p->points || p->axes;
    const bool along = of >= 0 && sweep_has(&s, p->quantity) && (placed || p->count == sweep_points(&s));
    for (int64_t i = 0; st == ST_OK && i < p->count; i++) {
        struct pair x = {p, run, along ? &s : NULL, -1, i, (double)NAN, false};
        if (along) x.point = point_of(p, i, &s, names);
        if (x.point >= 0) x.measured = sweep_quantity(&s, of, x.point, p->quantity);
        if (x.point >= 0) x.unsolved = is_effort(p) && sweep_value(&s, of, x.point, "converged") == 0;
        if (!along && p->count == 1 && !placed) {
            x.measured = result_quantity(r, run, p->quantity).value;
            x.unsolved = is_effort(p) && result_metric(r, run, "converged") == 0;
        }
        if (p->value[i] != 0 || p->count == 1) st = each(with, &x);
    }
    free(names);
    sweep_free(&s);
    return st;
}

/* All values, group by group, each of all the runs that it is of. */
static enum status visit_all(const struct result *r, visit *each, void *with)
{
    char **names;
    int64_t count;
    if (!store_has(r->store, "/published")) return ST_OK;
    TRY(store_members(r->store, "/published", &names, &count));
    enum status st = ST_OK;
    for (int64_t k = 0; st == ST_OK && k < count; k++) {
        struct published p;
        st = load(&p, r, names[k]);
        for (int64_t i = 0; st == ST_OK && i < r->count; i++)
            if (is_of(&p, &r->run[i])) st = visit_run(&p, r, &r->run[i], each, with);
        unload(&p);
    }
    store_names_free(names, count);
    return st;
}

/* What the table has to hold, and the ratios of a group. */
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

static double ratio_of(const struct pair *p)
{
    return p->of->value[p->i] != 0 && !p->unsolved ? p->measured / p->of->value[p->i] : (double)NAN;
}

static void add_to_range(struct listing *l, const struct pair *p)
{
    char of[sizeof l->range_of];
    const double ratio = ratio_of(p);
    snprintf(of, sizeof of, "%.60s, %.100s", p->of->quantity, p->run->called);
    if (strcmp(of, l->range_of)) close_range(l), memcpy(l->range_of, of, sizeof of);
    if (!isfinite(ratio)) return;
    l->low = l->ratios ? fmin(l->low, ratio) : ratio, l->high = l->ratios ? fmax(l->high, ratio) : ratio;
    l->sum += ratio, l->ratios++;
}

/* The axes are those of the first sweep that has values. */
static enum status note_axes(void *with, const struct pair *p)
{
    struct listing *const l = with;
    l->lines++;
    l->named |= p->of->points != NULL;
    const char *const source = p->of->source;
    const size_t used = strlen(l->sources);
    if (source && !strstr(l->sources, source) && used < sizeof l->sources)
        snprintf(l->sources + used, sizeof l->sources - used, "%s%s", used ? "; " : "", source);
    for (int a = 1; p->sweep && !l->axes && a <= sweep_axes(p->sweep) && a <= ALONG_MAX; a++)
        snprintf(l->axis[a - 1], sizeof l->axis[0], "%s", series_axis(&p->sweep->series[0], a)->name);
    while (l->axes < ALONG_MAX && *l->axis[l->axes]) l->axes++;
    return ST_OK;
}

static double place_of(const struct pair *p, const char *axis)
{
    const struct column *const c = p->sweep && p->point >= 0 ? series_column(&p->sweep->series[0], axis) : NULL;
    return c ? c->value[p->point] : (double)NAN;
}

/* "no" where it was not solved. */
static void put_number(struct table *t, double value, bool unsolved)
{
    if (unsolved) table_text(t, "no");
    else table_real(t, "%.6g", value);
}

/* Values of points that no run took are left out. */
static enum status add_line(void *with, const struct pair *p)
{
    struct listing *const l = with;
    if (p->sweep && p->point < 0) return ST_OK;
    table_text(&l->table, "%s", p->run->called);
    table_text(&l->table, "%s", p->of->quantity);
    int length;
    const char *const name = line_at(p->of->points, p->i, &length);
    if (l->named) table_text(&l->table, "%.*s", length, name ? name : "");
    for (int a = 0; a < l->axes; a++) table_real(&l->table, "%.10g", place_of(p, l->axis[a]));
    put_number(&l->table, p->of->value[p->i], isnan(p->of->value[p->i]));
    put_number(&l->table, p->measured, p->unsolved);
    table_real(&l->table, "%.3g", ratio_of(p));
    add_to_range(l, p);
    return ST_OK;
}

enum status show_published(const struct result *r)
{
    struct listing l = {.result = r};
    const char *heading[TABLE_COLUMNS] = {"run", "quantity"};
    int columns = 2;
    if (!store_has(r->store, "/published")) return ST_OK;
    TRY(visit_all(r, note_axes, &l));
    if (!l.lines) return ST_OK;
    if (l.named) heading[columns++] = "point", l.axes = 0;
    for (int a = 0; a < l.axes; a++) heading[columns++] = l.axis[a];
    heading[columns++] = "published", heading[columns++] = "measured", heading[columns++] = "ratio";
    putchar('\n');
    say(stdout, "%sPublished values beside those measured%s%s\n", table_comment(), *l.sources ? ": " : "", l.sources);
    table_begin(&l.table, columns, heading);
    l.table.keys = 2 + l.named + l.axes;
    const enum status st = visit_all(r, add_line, &l);
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

static enum status json_pair(void *with, const struct pair *p)
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
    const char *const name = line_at(p->of->points, p->i, &length);
    snprintf(point, sizeof point, "%.*s", length, name ? name : "");
    if (name) json_text(j, "point", point);
    if (p->sweep) {
        json_object(j, "at");
        for (int a = 1; a <= sweep_axes(p->sweep); a++) {
            const char *const axis = series_axis(&p->sweep->series[0], a)->name;
            json_real(j, axis, place_of(p, axis));
        }
        json_close_object(j);
    }
    json_number(j, "published", p->of->value[p->i], isnan(p->of->value[p->i]));
    json_number(j, "measured", p->measured, p->unsolved);
    json_real(j, "ratio", ratio_of(p));
    json_close_object(j);
    return ST_OK;
}

enum status json_published(struct json *j, const struct result *r)
{
    if (!store_has(r->store, "/published")) return ST_OK;
    json_array(j, "published");
    TRY(visit_all(r, json_pair, j));
    json_close_array(j);
    return ST_OK;
}
