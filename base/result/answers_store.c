/* Stores the answers of a run as scalars with attributes, and loads them in their order. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"

static const char *const box_lower[3] = {"lower_x", "lower_y", "lower_z"};
static const char *const box_upper[3] = {"upper_x", "upper_y", "upper_z"};

struct path {
    char text[1024];
};

static struct path joined(const char *group, const char *name)
{
    struct path p;
    snprintf(p.text, sizeof p.text, "%.400s/%.600s", group, name);
    return p;
}

static enum status store_one(const struct answer *a, int64_t order, struct store *out, const char *group)
{
    double value = a->value;
    const struct array scalar = {.name = a->name, .type = REAL64, .data = &value, .units = *a->units ? a->units : NULL};
    const struct path at = joined(group, a->name);
    TRY(store_array(out, group, &scalar));
    TRY(store_int(out, at.text, "order", order));
    if (*a->quantity) TRY(store_text(out, at.text, "quantity", a->quantity));
    if (*a->subject) TRY(store_text(out, at.text, "subject", a->subject));
    for (int d = 0; a->boxed && d < 3; d++) {
        TRY(store_real(out, at.text, box_lower[d], a->lower[d]));
        TRY(store_real(out, at.text, box_upper[d], a->upper[d]));
    }
    if (a->of_method) TRY(store_int(out, at.text, "of_method", 1));
    if (*a->place) TRY(store_text(out, at.text, "place", a->place));
    return isnan(a->error) ? ST_OK : store_real(out, at.text, "error", a->error);
}

enum status answers_store(const struct answers *a, struct store *out, const char *group)
{
    if (a->count) TRY(store_group(out, group));
    for (int64_t i = 0; i < a->count; i++) TRY(store_one(&a->item[i], i, out, group));
    return ST_OK;
}

static enum status text_of(struct store *in, const char *path, const char *name, char **out)
{
    if (store_has_text(in, path, name)) return store_get_text(in, path, name, out);
    *out = strdup("");
    return *out ? ST_OK : fail(ST_NOMEM, "no memory for the answers");
}

/* Texts that were read are freed with the answer, which is whole even if some are missing. */
static enum status load_one(struct answer *a, struct store *in, const char *group, const char *name, int64_t *order)
{
    struct array shape;
    const struct path at = joined(group, name);
    const char *const path = at.text;
    a->error = (double)NAN;
    if (!(a->name = strdup(name))) return fail(ST_NOMEM, "no memory for the answers");
    TRY(store_array_shape(in, path, &shape));
    if (shape.rank) return fail(ST_IO, "the answer %s has %d axes, expected one number", path, shape.rank);
    TRY(store_array_read(in, path, REAL64, &a->value));
    TRY(store_get_int(in, path, "order", order));
    a->boxed = store_has_attribute(in, path, box_lower[0]);
    for (int d = 0; a->boxed && d < 3; d++) {
        TRY(store_get_real(in, path, box_lower[d], &a->lower[d]));
        TRY(store_get_real(in, path, box_upper[d], &a->upper[d]));
    }
    a->of_method = store_has_attribute(in, path, "of_method");
    TRY(text_of(in, path, "subject", &a->subject));
    TRY(text_of(in, path, "quantity", &a->quantity));
    TRY(text_of(in, path, "units", &a->units));
    TRY(text_of(in, path, "place", &a->place));
    return store_has_attribute(in, path, "error") ? store_get_real(in, path, "error", &a->error) : ST_OK;
}

struct placed {
    int64_t order;
    struct answer answer;
};

static int by_order(const void *a, const void *b)
{
    const int64_t x = ((const struct placed *)a)->order, y = ((const struct placed *)b)->order;
    return (x > y) - (x < y);
}

/* Each counts those before it. */
static void count_twins(struct answers *a)
{
    const int64_t count = a->count;
    for (a->count = 0; a->count < count; a->count++) a->item[a->count].twin = answers_twins(a, &a->item[a->count]);
}

enum status answers_load(struct answers *a, struct store *in, const char *group)
{
    char **names;
    int64_t count;
    *a = (struct answers){0};
    if (!store_has(in, group)) return ST_OK;
    TRY(store_members(in, group, &names, &count));
    struct placed *const p = calloc((size_t)count + 1, sizeof *p);
    a->item = calloc((size_t)count + 1, sizeof *a->item);
    enum status s = p && a->item ? ST_OK : fail(ST_NOMEM, "no memory for %lld answers", (long long)count);
    for (int64_t i = 0; i < count && s == ST_OK; i++) s = load_one(&p[i].answer, in, group, names[i], &p[i].order);
    if (s == ST_OK) qsort(p, (size_t)count, sizeof *p, by_order);
    a->count = a->capacity = p && a->item ? count : 0;
    for (int64_t i = 0; i < a->count; i++) a->item[i] = p[i].answer;
    if (s == ST_OK) count_twins(a);
    free(p);
    store_names_free(names, count);
    if (s != ST_OK) answers_free(a);
    return s;
}
