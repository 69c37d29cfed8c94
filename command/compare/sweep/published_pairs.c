/* Loads published values from a result, and finds the values that runs measured at the same places. */
#include "command/compare/sweep/published_pairs.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/compare/result/quantity.h"
#include "command/compare/sweep/sweep_names.h"

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

static enum status load(struct stored_published *p, const struct result *r, const char *name)
{
    char group[256];
    struct array values, at;
    *p = (struct stored_published){0};
    snprintf(group, sizeof group, "/published/%s", name);
    TRY(store_get_text(r->store, group, "quantity", &p->quantity));
    TRY(text_of(r, group, "run", &p->run));
    TRY(text_of(r, group, "precision", &p->precision));
    TRY(text_of(r, group, "source", &p->source));
    TRY(text_of(r, group, "along", &p->along));
    TRY(text_of(r, group, "points", &p->points));
    TRY(text_of(r, group, "best_of", (char **)&p->view.best_of));
    TRY(text_of(r, group, "against", (char **)&p->view.against));
    TRY(numbers_of(r, group, "values", &values, &p->value));
    TRY(numbers_of(r, group, "at", &at, &p->at));
    p->count = values.rank == 1 ? values.dims[0] : 0;
    p->axes = at.rank == 2 && at.dims[0] == p->count && at.dims[1] <= ALONG_MAX ? at.dims[1] : 0;
    return ST_OK;
}

static void unload(struct stored_published *p)
{
    free(p->quantity), free(p->run), free(p->precision), free(p->source), free(p->along), free(p->points);
    free((char *)p->view.best_of), free((char *)p->view.against);
    mem_free(p->value), mem_free(p->at);
}

static bool is_of(const struct stored_published *p, const struct stored_run *run)
{
    const bool called =
        !p->run || !strcmp(p->run, run->title) || !strcmp(p->run, run->label ? run->label : run->method);
    return stored_run_ok(run) && called && (!p->precision || !strcmp(p->precision, run->precision));
}

/* Is value i of this point, by the names of its axes? */
static bool is_at(const struct stored_published *p, int64_t i, const struct sweep *s, int64_t point)
{
    const char *name = p->along ? p->along : "";
    for (int64_t a = 0; a < p->axes; a++) {
        char axis[64];
        const int length = (int)strcspn(name, ",");
        snprintf(axis, sizeof axis, "%.*s", length, name);
        const struct sweep_axis *const x = sweep_axis_named(s, axis);
        if (!x || x->at[point] != p->at[i * p->axes + a]) return false;
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

static bool is_named(const struct sweep_names *n, int64_t point, const char *name, int length)
{
    return n->count && strlen(n->name[point]) == (size_t)length && !strncmp(n->name[point], name, (size_t)length);
}

static int64_t point_of(const struct stored_published *p, int64_t i, const struct sweep *s,
                        const struct sweep_names *names)
{
    int length;
    const char *const name = line_at(p->points, i, &length);
    if (p->points && !name) return -1;
    if (!p->points && !p->axes) return i < sweep_points(s) && p->count == sweep_points(s) ? i : -1;
    for (int64_t point = 0; point < sweep_points(s); point++)
        if ((!p->points || is_named(names, point, name, length)) && is_at(p, i, s, point)) return point;
    return -1;
}

/* A single value, without a place, is of the whole run. */
static enum status visit_run(const struct stored_published *p, const struct result *r, const struct stored_run *run,
                             published_visit *each, void *with)
{
    struct sweep s;
    struct sweep_names names = {0};
    int of = -1;
    enum status st = sweep_load_view(&s, r, run->precision, &p->view);
    if (st == ST_CONFIG) { /* no such axis or run, as where an optional run is missing: nothing is measured */
        sweep_free(&s);
        return ST_OK;
    }
    for (int k = 0; st == ST_OK && k < s.count; k++)
        if (s.run[k] == run) of = k;
    if (of >= 0) st = sweep_names_load(&names, &s, r, &(struct texts){0});
    const bool placed = p->points || p->axes;
    const bool along = of >= 0 && sweep_has(&s, p->quantity) && (placed || p->count == sweep_points(&s));
    for (int64_t i = 0; st == ST_OK && i < p->count; i++) {
        struct published_pair x = {p, run, along ? &s : NULL, -1, i, (double)NAN, false};
        if (along) x.point = point_of(p, i, &s, &names);
        if (x.point >= 0) x.measured = sweep_quantity(&s, of, x.point, p->quantity);
        if (x.point >= 0)
            x.unsolved = quantity_is_effort(p->quantity) && sweep_value(&s, of, x.point, "converged") == 0;
        if (!along && p->count == 1 && !placed) {
            x.measured = result_quantity(r, run, p->quantity).value;
            x.unsolved = quantity_is_effort(p->quantity) && result_metric(r, run, "converged") == 0;
        }
        if (p->value[i] != 0 || p->count == 1) st = each(with, &x);
    }
    sweep_names_free(&names);
    sweep_free(&s);
    return st;
}

/* Points are those of the runs that took place. In a view with a run that did not take place, the best is kept. */
static enum status visit_absent(const struct stored_published *p, const struct result *r, const char *precision,
                                published_visit *each, void *with)
{
    struct sweep s;
    struct sweep_names names = {0};
    const struct view best = {p->view.best_of, NULL};
    enum status st = sweep_load_view(&s, r, precision, &p->view);
    if (st == ST_CONFIG) sweep_free(&s), st = sweep_load_view(&s, r, precision, &best);
    if (st == ST_CONFIG) sweep_free(&s), st = ST_OK;
    if (st == ST_OK && s.count) st = sweep_names_load(&names, &s, r, &(struct texts){0});
    const bool along = s.count && (p->points || p->axes || p->count == sweep_points(&s));
    for (int64_t i = 0; st == ST_OK && i < p->count; i++) {
        struct published_pair x = {p, NULL, along ? &s : NULL, -1, i, (double)NAN, false};
        if (along) x.point = point_of(p, i, &s, &names);
        if ((!along || x.point >= 0) && p->value[i] != 0) st = each(with, &x);
    }
    sweep_names_free(&names);
    sweep_free(&s);
    return st;
}

/* Does it belong to one run, of this precision, that did not take place? */
static bool is_absent(const struct stored_published *p, const struct result *r, const char *precision)
{
    if (!p->run || (p->precision && strcmp(p->precision, precision))) return false;
    for (int64_t i = 0; i < r->count; i++)
        if (is_of(p, &r->run[i]) && !strcmp(r->run[i].precision, precision)) return false;
    return true;
}

/* The values to visit: of runs that did not take place in a precision, or of one run and quantity; or of all runs. */
struct sought {
    const char *absent_of;
    const struct stored_run *run;
    const char *quantity; /* a pattern */
};

static enum status visit_group(const struct stored_published *p, const struct result *r, const struct sought *s,
                               published_visit *each, void *with)
{
    if (s->absent_of) return is_absent(p, r, s->absent_of) ? visit_absent(p, r, s->absent_of, each, with) : ST_OK;
    if (s->quantity && fnmatch(s->quantity, p->quantity, 0)) return ST_OK;
    for (int64_t i = 0; i < r->count; i++)
        if ((!s->run || s->run == &r->run[i]) && is_of(p, &r->run[i])) TRY(visit_run(p, r, &r->run[i], each, with));
    return ST_OK;
}

static enum status visit_all(const struct result *r, const struct sought *sought, published_visit *each, void *with)
{
    char **names;
    int64_t count;
    if (!store_has(r->store, "/published")) return ST_OK;
    TRY(store_members(r->store, "/published", &names, &count));
    enum status st = ST_OK;
    for (int64_t k = 0; st == ST_OK && k < count; k++) {
        struct stored_published p;
        st = load(&p, r, names[k]);
        if (st == ST_OK) st = visit_group(&p, r, sought, each, with);
        unload(&p);
    }
    store_names_free(names, count);
    return st;
}

enum status published_pairs(const struct result *r, published_visit *each, void *with)
{
    return visit_all(r, &(struct sought){0}, each, with);
}

enum status published_pairs_of(const struct result *r, const struct stored_run *run, const char *quantity,
                               published_visit *each, void *with)
{
    return visit_all(r, &(struct sought){.run = run, .quantity = quantity}, each, with);
}

enum status published_alone(const struct result *r, const char *precision, published_visit *each, void *with)
{
    return visit_all(r, &(struct sought){.absent_of = precision}, each, with);
}

const char *published_point(const struct published_pair *p, int *length)
{
    return line_at(p->of->points, p->i, length);
}

double published_place(const struct published_pair *p, const char *axis)
{
    const struct sweep_axis *const x = p->sweep && p->point >= 0 ? sweep_axis_named(p->sweep, axis) : NULL;
    return x ? x->at[p->point] : (double)NAN;
}

double published_ratio(const struct published_pair *p)
{
    return p->of->value[p->i] != 0 && !p->unsolved ? p->measured / p->of->value[p->i] : (double)NAN;
}
