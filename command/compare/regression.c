/* Compares result files with a reference file: fields, snapshots, series, times, and what the runs say of themselves.
 */
#include "command/compare/regression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { CHUNK = 1 << 20 }; /* values of a field that are held at a time, unless one row is larger */

struct pair {
    struct regression *gate;
    const struct result *a, *b; /* a is the reference */
    const struct stored_run *run_a, *run_b;
};

static void differ(struct regression *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void differ(struct regression *g, const char *fmt, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    g->differences++;
    g->report(g->context, sentence);
}

/* The comparison of a field after some of its values. */
struct tally {
    bool gaps; /* a value may be none, if it is none in both */
    int64_t count, worst_at;
    double worst, a, b; /* largest excess over the tolerance, and the two values */
};

static bool close_enough(const struct regression *g, double a, double b)
{
    return a == b || (isfinite(a) && fabs(a - b) <= g->atol + g->rtol * fabs(a));
}

static void tally_values(const struct regression *g, struct tally *t, int64_t from, int64_t n, const double *a,
                         const double *b)
{
    for (int64_t i = 0; i < n; i++) {
        if (close_enough(g, a[i], b[i]) || (t->gaps && isnan(a[i]) && isnan(b[i]))) continue;
        double excess = fabs(a[i] - b[i]) - g->rtol * fabs(a[i]);
        if (isnan(excess)) excess = (double)INFINITY;
        if (t->count++ && excess <= t->worst) continue;
        *t = (struct tally){
            .gaps = t->gaps, .count = t->count, .worst_at = from + i, .worst = excess, .a = a[i], .b = b[i]};
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

static enum status read_piece(struct store *s, const char *path, const struct array *shape, int64_t row, int64_t rows,
                              double *out)
{
    return shape->rank ? store_array_rows(s, path, REAL64, row, rows, out) : store_array_read(s, path, REAL64, out);
}

static enum status tally_dataset(const struct pair *p, const char *path_a, const char *path_b,
                                 const struct array *shape, struct tally *t)
{
    const int64_t row = product(shape, 1), rows = shape->rank ? shape->dims[0] : 1;
    const int64_t step = row >= CHUNK || row == 0 ? 1 : CHUNK / row;
    double *a = NULL, *b = NULL;
    enum status st = mem_array(&a, HOST, step * row, sizeof *a);
    if (st == ST_OK) st = mem_array(&b, HOST, step * row, sizeof *b);
    for (int64_t at = 0; at < rows && row && st == ST_OK; at += step) {
        const int64_t now = rows - at < step ? rows - at : step;
        st = read_piece(p->a->store, path_a, shape, at, now, a);
        if (st == ST_OK) st = read_piece(p->b->store, path_b, shape, at, now, b);
        if (st == ST_OK) tally_values(p->gate, t, at * row, now * row, a, b);
    }
    mem_free(a);
    mem_free(b);
    return st;
}

static bool same_shape(const struct array *a, const struct array *b)
{
    return a->rank == b->rank && memcmp(a->dims, b->dims, (size_t)a->rank * sizeof *a->dims) == 0;
}

static enum status compare_dataset(const struct pair *p, const char *group, const char *name)
{
    char path_a[512], path_b[512], index[128] = "";
    struct array shape_a, shape_b;
    struct tally t = {.gaps = !strcmp(group, "series")};
    snprintf(path_a, sizeof path_a, "/runs/%s/%s/%s", p->run_a->name, group, name);
    snprintf(path_b, sizeof path_b, "/runs/%s/%s/%s", p->run_b->name, group, name);
    if (!store_has(p->b->store, path_b)) {
        differ(p->gate, "%s: %s is missing", p->b->path, path_b);
        return ST_OK;
    }
    if (store_has_attribute(p->a->store, path_a, "measured")) return ST_OK;
    TRY(store_array_shape(p->a->store, path_a, &shape_a));
    TRY(store_array_shape(p->b->store, path_b, &shape_b));
    p->gate->compared++;
    if (!same_shape(&shape_a, &shape_b)) {
        differ(p->gate, "%s: %s has another shape", p->b->path, path_b);
        return ST_OK;
    }
    TRY(tally_dataset(p, path_a, path_b, &shape_a, &t));
    if (t.count == 0) return ST_OK;
    print_index(&shape_a, t.worst_at, index, sizeof index);
    differ(p->gate, "%s: %s differs in %lld of %lld values, most at %s: %.17g instead of %.17g", p->b->path, path_b,
           (long long)t.count, (long long)product(&shape_a, 0), *index ? index : "its only one", t.b, t.a);
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

static enum status compare_values(const struct pair *p)
{
    static const char *const groups[] = {"fields", "snapshots", "series"};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) TRY(compare_group(p, groups[i]));
    return ST_OK;
}

/* Times of one file are only compared with each other: another machine is no regression. */
static double relative_time(const struct result *r, const struct stored_run *run)
{
    return result_metric(r, run, "seconds_step") / result_metric(r, &r->run[r->reference], "seconds_step");
}

static void compare_time(const struct pair *p)
{
    const double a = relative_time(p->a, p->run_a), b = relative_time(p->b, p->run_b);
    p->gate->compared++;
    if (b / a <= p->gate->max_slowdown) return;
    differ(p->gate, "%s: %s slowed down %.3g times (%g allowed): a step takes %.3g of its reference run's, in %s %.3g",
           p->b->path, p->run_b->name, b / a, p->gate->max_slowdown, b, p->a->path, a);
}

/* The largest residual allowed: up to `min` residuals differ by rounding alone. */
static double residual_max(const struct pair *p)
{
    const double min = strcmp(p->run_b->precision, "float") ? 1e-12 : 1e-4;
    return fmax(1e3 * result_metric(p->a, p->run_a, "residual"), min);
}

/* A run must not doubt its own solution unless the reference run doubts its own too. */
static void compare_outcome(const struct pair *p)
{
    static const struct {
        const char *metric, *lost;
        double bad;
    } claims[] = {{"converged", "has not converged", 0},
                  {"certain", "is not certain of its solution", 0},
                  {"solved_otherwise", "was solved by another method", 1}};
    const char *const file = p->b->path, *const name = p->run_b->name;
    const double a = result_metric(p->a, p->run_a, "residual"), b = result_metric(p->b, p->run_b, "residual");
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (result_metric(p->b, p->run_b, claims[i].metric) == claims[i].bad &&
            result_metric(p->a, p->run_a, claims[i].metric) != claims[i].bad)
            differ(p->gate, "%s: %s %s, unlike in %s", file, name, claims[i].lost, p->a->path);
    if (isfinite(a) && !(b <= residual_max(p)))
        differ(p->gate, "%s: %s has a residual of %.3g, in %s %.3g", file, name, b, p->a->path, a);
}

static bool same_key(const struct stored_run *a, const struct stored_run *b)
{
    return strcmp(a->method, b->method) == 0 && strcmp(a->space, b->space) == 0 &&
           strcmp(a->precision, b->precision) == 0;
}

/* The run of `b` with the key of a->run[i]; runs of one method with several options are matched by their order. */
static const struct stored_run *counterpart(const struct result *a, int64_t i, const struct result *b)
{
    int64_t skip = 0;
    for (int64_t k = 0; k < i; k++) skip += same_key(&a->run[k], &a->run[i]);
    for (int64_t k = 0; k < b->count; k++)
        if (same_key(&b->run[k], &a->run[i]) && skip-- == 0) return &b->run[k];
    return NULL;
}

static enum status compare_run(struct regression *g, const struct result *a, int64_t i, const struct result *b)
{
    const struct pair p = {g, a, b, &a->run[i], counterpart(a, i, b)};
    if (!p.run_b) differ(g, "%s: the run %s is missing", b->path, p.run_a->name);
    else if (!stored_run_ok(p.run_b))
        differ(g, "%s: the run %s is no longer ok: %s", b->path, p.run_b->name, p.run_b->status);
    else {
        compare_outcome(&p);
        if (g->values) TRY(compare_values(&p));
        if (g->max_slowdown > 0 && i != a->reference) compare_time(&p);
    }
    return ST_OK;
}

enum status regression_compare(struct regression *g, const struct result *reference, const struct result *other)
{
    const struct stored_run *const a = &reference->run[reference->reference], *const b = &other->run[other->reference];
    if (g->max_slowdown > 0 && !same_key(a, b))
        differ(g, "%s: its reference run is %s, not %s: times cannot be compared", other->path, b->name, a->name);
    const int64_t before = g->compared + g->differences;
    if (strcmp(reference->app, other->app))
        differ(g, "%s: it is of %s, not of %s", other->path, other->app, reference->app);
    for (int64_t i = 0; i < reference->count; i++)
        if (stored_run_ok(&reference->run[i])) TRY(compare_run(g, reference, i, other));
    if (g->compared + g->differences == before) differ(g, "%s: it holds nothing to compare with", reference->path);
    return ST_OK;
}
