/* Collects named numbers and columns of samples, stores and loads them. */
#include "base/result/metrics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of a name, or one past the last. */
static int place(const struct metrics *m, const char *name)
{
    int i = 0;
    while (i < m->count && strcmp(m->item[i].name, name)) i++;
    return i;
}

static double *find_or_add(struct metrics *m, const char *name)
{
    const int i = place(m, name);
    assert(i < METRICS_MAX && strlen(name) < METRIC_NAME);
    if (i == m->count) {
        strcpy(m->item[m->count].name, name);
        m->item[m->count++].value = 0;
    }
    return &m->item[i].value;
}

void metrics_put(struct metrics *m, const char *name, double value)
{
    *find_or_add(m, name) = value;
}

void metrics_add(struct metrics *m, const char *name, double value)
{
    *find_or_add(m, name) += value;
}

double metrics_get(const struct metrics *m, const char *name)
{
    const int i = place(m, name);
    return i < m->count ? m->item[i].value : (double)NAN;
}

bool metrics_has(const struct metrics *m, const char *name)
{
    return place(m, name) < m->count;
}

enum status metrics_store(const struct metrics *m, struct store *out, const char *group)
{
    TRY(store_group(out, group));
    for (int i = 0; i < m->count; i++) TRY(store_real(out, group, m->item[i].name, m->item[i].value));
    return ST_OK;
}

enum status series_name(const char *name)
{
    if (*name && *name != '.' && !strchr(name, '/') && strlen(name) <= SERIES_NAME_MAX) return ST_OK;
    return fail(ST_CONFIG,
                "'%.40s' cannot be the name of a column: it has 1 to %d bytes, no '/', and does not begin with '.'",
                name, SERIES_NAME_MAX);
}

const struct column *series_column(const struct series *s, const char *name)
{
    for (int64_t c = 0; c < s->count; c++)
        if (strcmp(s->column[c].name, name) == 0) return &s->column[c];
    return NULL;
}

const struct column *series_axis(const struct series *s, int axis)
{
    for (int64_t c = 0; c < s->count; c++)
        if (s->column[c].axis == axis) return &s->column[c];
    return NULL;
}

static enum status add_column(struct series *s, const char *name, const char *units)
{
    struct column *const more = realloc(s->column, (size_t)(s->count + 1) * sizeof *more);
    if (!more) return fail(ST_NOMEM, "no memory for the series %s", name);
    s->column = more;
    const struct column c = {.name = strdup(name), .units = strdup(units ? units : "")};
    if (c.name && c.units) return more[s->count++] = c, ST_OK;
    free(c.name), free(c.units); /* a run that failed is still recorded, with the columns that are whole */
    return fail(ST_NOMEM, "no memory for the series %s", name);
}

static enum status reserve(struct column *c, int64_t count)
{
    if (count <= c->capacity) return ST_OK;
    const int64_t capacity = count < 2 * c->capacity ? 2 * c->capacity : count + 15;
    double *const more = realloc(c->value, (size_t)capacity * sizeof *more);
    if (!more) return fail(ST_NOMEM, "no memory for %lld samples of %s", (long long)capacity, c->name);
    c->value = more;
    c->capacity = capacity;
    return ST_OK;
}

static enum status put(struct series *s, const char *name, const char *units, double value, struct column **out)
{
    if (!series_column(s, name)) TRY(add_column(s, name, units));
    struct column *const c = *out = (struct column *)series_column(s, name);
    TRY(reserve(c, c->count + 1));
    c->value[c->count++] = value;
    return ST_OK;
}

enum status series_put(struct series *s, const char *name, const char *units, double value)
{
    struct column *c;
    return put(s, name, units, value, &c);
}

enum status series_put_axis(struct series *s, const char *name, const char *units, double value)
{
    struct column *c;
    TRY(put(s, name, units, value, &c));
    int axes = 0;
    while (series_axis(s, axes + 1)) axes++;
    if (!c->axis) c->axis = axes + 1;
    return ST_OK;
}

enum status series_put_measured(struct series *s, const char *name, const char *units, double value)
{
    struct column *c;
    TRY(put(s, name, units, value, &c));
    c->measured = true;
    return ST_OK;
}

enum status series_describe(struct series *s, const char *name, const char *about)
{
    struct column *const c = (struct column *)series_column(s, name);
    if (!c) return ST_OK;
    free(c->about);
    c->about = strdup(about);
    return c->about ? ST_OK : fail(ST_NOMEM, "no memory for the series %s", name);
}

void series_free(struct series *s)
{
    for (int64_t c = 0; c < s->count; c++) {
        free(s->column[c].name);
        free(s->column[c].units);
        free(s->column[c].about);
        free(s->column[c].value);
    }
    free(s->column);
    *s = (struct series){0};
}

static enum status copy_column(struct series *out, const struct column *of)
{
    TRY(add_column(out, of->name, of->units));
    if (of->about) TRY(series_describe(out, of->name, of->about));
    struct column *const c = &out->column[out->count - 1];
    TRY(reserve(c, of->count));
    if (of->count) memcpy(c->value, of->value, (size_t)of->count * sizeof *c->value);
    c->count = of->count, c->axis = of->axis, c->measured = of->measured, c->order = of->order;
    return ST_OK;
}

enum status series_copy(struct series *out, const struct series *of)
{
    enum status st = ST_OK;
    *out = (struct series){0};
    for (int64_t i = 0; i < of->count && st == ST_OK; i++) st = copy_column(out, &of->column[i]);
    if (st != ST_OK) series_free(out);
    return st;
}

enum status series_store(const struct series *s, struct store *out, const char *group)
{
    char path[1024];
    TRY(store_group(out, group));
    for (int64_t i = 0; i < s->count; i++) {
        const struct column *const c = &s->column[i];
        snprintf(path, sizeof path, "%s/%s", group, c->name);
        TRY(store_array(out, group,
                        &(struct array){.name = c->name,
                                        .type = REAL64,
                                        .rank = 1,
                                        .dims = {c->count},
                                        .data = c->value,
                                        .units = *c->units ? c->units : NULL,
                                        .about = c->about}));
        TRY(store_int(out, path, "order", i));
        if (c->axis) TRY(store_int(out, path, "axis", c->axis));
        if (c->measured) TRY(store_int(out, path, "measured", 1));
    }
    return ST_OK;
}

static enum status load_column(struct series *s, struct store *in, const char *group, const char *name)
{
    char path[1024], *units = NULL;
    struct array a;
    snprintf(path, sizeof path, "%s/%s", group, name);
    TRY(store_array_shape(in, path, &a));
    if (a.rank != 1) return fail(ST_IO, "the series %s has %d axes instead of one", path, a.rank);
    if (store_has_attribute(in, path, "units")) TRY(store_get_text(in, path, "units", &units));
    const enum status st = add_column(s, name, units);
    free(units);
    TRY(st);
    struct column *const c = &s->column[s->count - 1];
    if (store_has_text(in, path, "long_name")) TRY(store_get_text(in, path, "long_name", &c->about));
    TRY(reserve(c, a.dims[0]));
    c->count = a.dims[0];
    int64_t axis = 0;
    if (store_has_attribute(in, path, "axis")) TRY(store_get_int(in, path, "axis", &axis));
    c->axis = (int)axis;
    c->measured = store_has_attribute(in, path, "measured");
    if (store_has_attribute(in, path, "order")) TRY(store_get_int(in, path, "order", &c->order));
    return store_array_read(in, path, REAL64, c->value);
}

/* Older files have no order: their columns stay in that of their names. */
static int by_order(const void *a, const void *b)
{
    const struct column *const x = a, *const y = b;
    return x->order != y->order ? (x->order > y->order) - (x->order < y->order) : strcmp(x->name, y->name);
}

enum status series_load(struct series *s, struct store *in, const char *group)
{
    char **names;
    int64_t count;
    series_free(s);
    TRY(store_members(in, group, &names, &count));
    enum status st = ST_OK;
    for (int64_t i = 0; i < count && st == ST_OK; i++) st = load_column(s, in, group, names[i]);
    store_names_free(names, count);
    if (st == ST_OK && s->count) qsort(s->column, (size_t)s->count, sizeof *s->column, by_order);
    if (st != ST_OK) series_free(s);
    return st;
}
