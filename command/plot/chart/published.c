/* Puts published values next to measured ones in a chart. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/compare/sweep/published_pairs.h"
#include "command/plot/chart/values.h"

struct target {
    struct chart_values *values;
    struct view view;
};

static bool alike(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

/* The run that a quantity is relative to, NULL: the first, which may be named as well. */
static const char *reference(const struct chart_values *v, const char *name)
{
    const struct result *const r = v->result;
    int64_t i = 0;
    while (i < r->count && strcmp(r->run[i].precision, v->precision)) i++;
    if (!name || i == r->count) return NULL;
    const struct stored_run *const first = &r->run[i];
    return strcmp(name, first->title) && strcmp(name, first->label ? first->label : first->method) ? name : NULL;
}

/* The point of the chart, or -1: of another quantity, another view, or a point that no run took. */
static int64_t point_of(const struct target *t, const struct published_pair *p)
{
    const struct chart_values *const v = t->values;
    const char *at;
    int length;
    if (strchr(v->quantity, '*')) {
        if (!chart_subject(v->quantity, p->of->quantity, &at, &length)) return -1;
        for (int64_t i = 0; i < v->points; i++)
            if (strlen(v->name[i]) == (size_t)length && !strncmp(v->name[i], at, (size_t)length)) return i;
        return -1;
    }
    if (strcmp(p->of->quantity, v->quantity)) return -1;
    if (!v->sweep.count) return p->sweep ? -1 : 0;
    if (!alike(p->of->view.best_of, t->view.best_of)) return -1;
    if (chart_is_relative(v->quantity) && !alike(reference(v, p->of->view.against), reference(v, t->view.against)))
        return -1;
    return p->sweep && p->point < v->points ? p->point : -1;
}

static enum status put(void *with, const struct published_pair *p)
{
    const struct target *const t = with;
    struct chart_values *const v = t->values;
    if (p->run && strcmp(p->run->precision, v->precision)) return ST_OK;
    const int64_t point = point_of(t, p);
    if (point < 0) return ST_OK;
    const int run = chart_values_run(v, p->run ? p->run->title : p->of->run, p->run);
    if (run < 0) return fail(ST_NOMEM, "no memory for published values");
    struct chart_cell *const c = chart_cell(v, run, point);
    c->refused = isnan(p->of->value[p->i]);
    c->published = p->of->value[p->i];
    if (p->of->source && !*v->source) snprintf(v->source, sizeof v->source, "%.255s", p->of->source);
    return ST_OK;
}

enum status chart_values_publish(struct chart_values *v, const struct chart_spec *spec)
{
    struct target t = {v,
                       {spec->best_of ? spec->best_of : v->result->view.best_of,
                        spec->against ? spec->against : v->result->view.against}};
    if (!v->points) return ST_OK;
    TRY(published_pairs(v->result, put, &t));
    return published_alone(v->result, v->precision, put, &t);
}
