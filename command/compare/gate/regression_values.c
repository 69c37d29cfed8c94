/* Compares fields, snapshots, series and answers of two runs, value by value. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/result/answers.h"
#include "command/compare/gate/regression_internal.h"

enum { CHUNK = 1 << 20 }; /* values of a field that are held at a time, unless one row is larger */

/* The comparison of a field after some of its values. */
struct tally {
    int64_t count, worst_at;
    double worst, a, b; /* largest excess over the tolerance, and the two values */
};

/* A value that is NaN in both files, such as servers where no number suffices, is the same. */
static bool close_enough(const struct regression *g, double a, double b)
{
    return a == b || (isnan(a) && isnan(b)) || (isfinite(a) && fabs(a - b) <= g->atol + g->rtol * fabs(a));
}

static void tally_values(const struct regression *g, struct tally *t, int64_t from, int64_t n, const double *a,
                         const double *b)
{
    for (int64_t i = 0; i < n; i++) {
        if (close_enough(g, a[i], b[i])) continue;
        double excess = fabs(a[i] - b[i]) - g->rtol * fabs(a[i]);
        if (isnan(excess)) excess = (double)INFINITY;
        if (t->count++ && excess <= t->worst) continue;
        *t = (struct tally){.count = t->count, .worst_at = from + i, .worst = excess, .a = a[i], .b = b[i]};
    }
}

static int64_t product(const struct array *a, int from)
{
    int64_t n = 1;
    for (int d = from; d < a->rank; d++) n *= a->dims[d];
    return n;
}

/* "[3][7]" */
static void print_index(const struct array *a, int64_t at, char *out, size_t size)
{
    size_t used = 0;
    for (int d = 0; d < a->rank && used < size; d++) {
        const int64_t below = product(a, d + 1);
        used += (size_t)snprintf(out + used, size - used, "[%lld]", (long long)(at / below));
        at %= below;
    }
}

static enum status read_chunk(struct store *s, const char *path, const struct array *shape, int64_t row, int64_t rows,
                              double *out)
{
    return shape->rank ? store_array_rows(s, path, REAL64, row, rows, out) : store_array_read(s, path, REAL64, out);
}

static enum status tally_dataset(const struct pair *p, const char *path_a, const char *path_b,
                                 const struct array *shape, struct tally *t)
{
    const int64_t row = product(shape, 1), rows = shape->rank ? shape->dims[0] : 1;
    const int64_t most = row >= CHUNK || row == 0 ? 1 : CHUNK / row, step = rows < most ? rows : most;
    double *a = NULL, *b = NULL;
    enum status st = mem_array(&a, HOST, step * row, sizeof *a);
    if (st == ST_OK) st = mem_array(&b, HOST, step * row, sizeof *b);
    for (int64_t at = 0; at < rows && row && st == ST_OK; at += step) {
        const int64_t now = rows - at < step ? rows - at : step;
        st = read_chunk(p->a->store, path_a, shape, at, now, a);
        if (st == ST_OK) st = read_chunk(p->b->store, path_b, shape, at, now, b);
        if (st == ST_OK) tally_values(p->gate, t, at * row, now * row, a, b);
    }
    mem_free(a);
    mem_free(b);
    return st;
}

struct shape_text {
    char text[96];
};

/* "3 x 7" */
static struct shape_text shape_text(const struct array *a)
{
    struct shape_text t = {"one value"};
    for (int d = 0, used = 0; d < a->rank; d++)
        used += snprintf(t.text + used, sizeof t.text - (size_t)used, "%s%lld", d ? " x " : "", (long long)a->dims[d]);
    return t;
}

static bool same_shape(const struct array *a, const struct array *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

/* Compares the units of a dataset that has units in both files. */
static enum status compare_units(const struct pair *p, const char *path_a, const char *path_b)
{
    char *a = NULL, *b = NULL;
    if (!store_has_text(p->a->store, path_a, "units") || !store_has_text(p->b->store, path_b, "units")) return ST_OK;
    TRY(store_get_text(p->a->store, path_a, "units", &a));
    const enum status s = store_get_text(p->b->store, path_b, "units", &b);
    if (s == ST_OK && strcmp(a, b))
        differ(p, &(struct difference){.kind = "units", .place = path_b}, "%s: %s is in '%s' instead of '%s'",
               p->b->path, path_b, b, a);
    free(a), free(b);
    return s;
}

static enum status compare_dataset(const struct pair *p, const char *group, const char *name)
{
    char path_a[512], path_b[512], index[128] = "";
    struct array shape_a, shape_b;
    struct tally t = {0};
    snprintf(path_a, sizeof path_a, "/runs/%s/%s/%s", p->run_a->name, group, name);
    snprintf(path_b, sizeof path_b, "/runs/%s/%s/%s", p->run_b->name, group, name);
    if (!store_has(p->b->store, path_b)) {
        differ(p, &(struct difference){.kind = "missing", .place = path_b}, "%s: %s is missing", p->b->path, path_b);
        return ST_OK;
    }
    if (store_has_attribute(p->a->store, path_a, "measured")) return ST_OK;
    TRY(store_array_shape(p->a->store, path_a, &shape_a));
    TRY(store_array_shape(p->b->store, path_b, &shape_b));
    p->gate->compared++;
    if (!same_shape(&shape_a, &shape_b)) {
        differ(p, &(struct difference){.kind = "shape", .place = path_b}, "%s: %s has the shape %s instead of %s",
               p->b->path, path_b, shape_text(&shape_b).text, shape_text(&shape_a).text);
        return ST_OK;
    }
    TRY(compare_units(p, path_a, path_b));
    TRY(tally_dataset(p, path_a, path_b, &shape_a, &t));
    if (t.count == 0) return ST_OK;
    print_index(&shape_a, t.worst_at, index, sizeof index);
    differ(p,
           &(struct difference){.kind = "values", .place = path_b, .at = *index ? index : NULL, .was = t.a, .is = t.b},
           "%s: %s differs in %lld of %lld values, most at %s: %.17g instead of %.17g", p->b->path, path_b,
           (long long)t.count, (long long)product(&shape_a, 0), *index ? index : "its only value", t.b, t.a);
    return ST_OK;
}

static enum status compare_group(const struct pair *p, const char *name)
{
    char group[512], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/%s", p->run_a->name, name);
    if (!store_has(p->a->store, group)) return ST_OK;
    TRY(store_members(p->a->store, group, &names, &count));
    enum status st = ST_OK;
    for (int64_t i = 0; i < count && st == ST_OK; i++) st = compare_dataset(p, name, names[i]);
    store_names_free(names, count);
    return st;
}

/* Is a text the same but for numbers that are equal within the tolerance? "at (0.01, 0.02) m" */
static bool same_text(const struct regression *g, const char *a, const char *b)
{
    while (*a && *b) {
        char *after_a = (char *)a, *after_b = (char *)b;
        const bool number = strchr("+-.0123456789", *a) && strchr("+-.0123456789", *b);
        const double x = number ? strtod(a, &after_a) : 0, y = number ? strtod(b, &after_b) : 0;
        if (after_a == a || after_b == b) {
            if (*a++ != *b++) return false;
            continue;
        }
        if (!close_enough(g, x, y)) return false;
        a = after_a, b = after_b;
    }
    return *a == *b;
}

static void compare_texts(const struct pair *p, const struct answer *a, const struct answer *b)
{
    const char *const file = p->b->path, *const run = p->run_b->name;
    if (strcmp(a->units, b->units))
        differ(p, &(struct difference){.kind = "units", .place = a->name}, "%s: %s finds %s in '%s' instead of '%s'",
               file, run, a->name, b->units, a->units);
    if (!same_text(p->gate, a->place, b->place))
        differ(p, &(struct difference){.kind = "place", .place = a->name}, "%s: %s finds %s %s instead of %s", file,
               run, a->name, *b->place ? b->place : "nowhere", *a->place ? a->place : "nowhere");
}

/* Compares one answer. Answers that depend only on the method, such as its residual, are not compared. */
static void compare_answer(const struct pair *p, const struct answer *a, const struct answers *others)
{
    const struct answer *const b = answers_like(others, a);
    if (a->of_method) return;
    p->gate->compared++;
    if (!b)
        differ(p, &(struct difference){.kind = "missing", .place = a->name}, "%s: %s has no answer %s", p->b->path,
               p->run_b->name, a->name);
    else if (!close_enough(p->gate, a->value, b->value))
        differ(p, &(struct difference){.kind = "answer", .place = a->name, .was = a->value, .is = b->value},
               "%s: %s finds %s %.17g instead of %.17g", p->b->path, p->run_b->name, a->name, b->value, a->value);
    if (b) compare_texts(p, a, b);
}

static enum status compare_answers(const struct pair *p)
{
    char group_a[512], group_b[512];
    struct answers a, b;
    snprintf(group_a, sizeof group_a, "/runs/%s/answers", p->run_a->name);
    snprintf(group_b, sizeof group_b, "/runs/%s/answers", p->run_b->name);
    TRY(answers_load(&a, p->a->store, group_a));
    const enum status s = answers_load(&b, p->b->store, group_b);
    for (int64_t i = 0; s == ST_OK && i < a.count; i++) compare_answer(p, &a.item[i], &b);
    answers_free(&a);
    if (s == ST_OK) answers_free(&b);
    return s;
}

enum status regression_values(const struct pair *p)
{
    static const char *const groups[] = {"fields", "snapshots", "series"};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) TRY(compare_group(p, groups[i]));
    return compare_answers(p);
}
