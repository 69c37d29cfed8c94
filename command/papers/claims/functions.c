/* The functions of the language of claims: over all points, along an axis, and at each point. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/papers/claims/evaluate.h"

/* The points of a line: values, and their coordinates along the axis, in ascending order. */
struct line {
    int64_t count;
    double *x, *y;
};

typedef double reduction(const struct line *l);

static double least(const struct line *l)
{
    double y = l->y[0];
    for (int64_t i = 1; i < l->count; i++) y = isnan(l->y[i]) || l->y[i] < y ? l->y[i] : y;
    return y;
}

static double largest(const struct line *l)
{
    double y = l->y[0];
    for (int64_t i = 1; i < l->count; i++) y = isnan(l->y[i]) || l->y[i] > y ? l->y[i] : y;
    return y;
}

static double sum(const struct line *l)
{
    double y = 0;
    for (int64_t i = 0; i < l->count; i++) y += l->y[i];
    return y;
}

static double mean(const struct line *l)
{
    return sum(l) / (double)l->count;
}

static double place_of(const struct line *l, double y)
{
    int64_t i = 0;
    while (i < l->count - 1 && l->y[i] != y) i++;
    return l->y[i] == y ? l->x[i] : (double)NAN;
}

static double argmin(const struct line *l)
{
    return place_of(l, least(l));
}

static double argmax(const struct line *l)
{
    return place_of(l, largest(l));
}

/* NaN of fewer than two points, and of values that are not positive. */
static double slope(const struct line *l)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int64_t i = 0; i < l->count; i++) mx += log(l->x[i]) / (double)l->count, my += log(l->y[i]) / (double)l->count;
    for (int64_t i = 0; i < l->count; i++) {
        const double x = log(l->x[i]) - mx;
        xx += x * x, xy += x * (log(l->y[i]) - my);
    }
    return l->count > 1 ? xy / xx : (double)NAN;
}

/* NaN if one of them is. */
static double rising(const struct line *l)
{
    bool each = l->count > 1;
    for (int64_t i = 1; i < l->count; i++) each &= l->y[i] > l->y[i - 1];
    return isnan(least(l)) ? (double)NAN : each;
}

static double falling(const struct line *l)
{
    bool each = l->count > 1;
    for (int64_t i = 1; i < l->count; i++) each &= l->y[i] < l->y[i - 1];
    return isnan(least(l)) ? (double)NAN : each;
}

static const struct {
    const char *name;
    reduction *of;
    bool ordered; /* not defined for one point */
} reductions[] = {{"min", least, false},  {"max", largest, false},  {"mean", mean, false},
                  {"sum", sum, false},    {"argmin", argmin, true}, {"argmax", argmax, true},
                  {"slope", slope, true}, {"rising", rising, true}, {"falling", falling, true}};
enum { REDUCTIONS = sizeof reductions / sizeof *reductions };

/* Is point k on the line through point i along the axis? Without an axis all are. */
static bool on_line(const struct places *p, const struct column *along, int64_t i, int64_t k)
{
    for (int a = 0; along && a < p->axes; a++)
        if (p->axis[a] != along && p->axis[a]->value[i] != p->axis[a]->value[k]) return false;
    return true;
}

/* The points of that line, sorted along the axis: by insertion, since they mostly are sorted. */
static void collect(struct line *l, const struct numbers *x, const struct column *along, int64_t i)
{
    l->count = 0;
    for (int64_t k = 0; k < x->count; k++) {
        if (!x->there[k] || !on_line(x->places, along, i, k)) continue;
        const double at = along ? along->value[k] : 0;
        int64_t j = l->count++;
        for (; j > 0 && l->x[j - 1] > at; j--) l->x[j] = l->x[j - 1], l->y[j] = l->y[j - 1];
        l->x[j] = at, l->y[j] = x->value[k];
    }
}

/* Along an axis each point gets the number of its line. */
static enum status reduce(struct evaluation *e, const struct formula *f, int of, const struct numbers *x,
                          struct numbers *out)
{
    struct line l;
    const struct column *const along = f->arguments > 1 ? places_axis(x->places, f->argument[1]->quantity) : NULL;
    if (f->arguments > 1 && !along) return fail(ST_CONFIG, "'%.80s': no axis '%s'", f->text, f->argument[1]->quantity);
    TRY(arena_take(&e->arena, &l.x, x->count * (int64_t)sizeof *l.x));
    TRY(arena_take(&e->arena, &l.y, x->count * (int64_t)sizeof *l.y));
    TRY(numbers_make(e, along ? x->count : 1, along ? x->places : NULL, out));
    for (int64_t i = 0; i < out->count; i++) {
        collect(&l, x, along, i);
        out->there[i] = (!along || x->there[i]) && l.count > (reductions[of].ordered ? 1 : 0);
        if (out->there[i] && l.count < e->points) out->there[i] = false, e->fewest = l.count;
        out->value[i] = out->there[i] ? reductions[of].of(&l) : (double)NAN;
    }
    return ST_OK;
}

/* At each point, of up to FORMULA_ARGUMENTS numbers. */
static double pointwise(const char *name, const double *x, int count)
{
    struct line l = {count, NULL, (double *)x};
    if (!strcmp(name, "least")) return least(&l);
    if (!strcmp(name, "largest")) return largest(&l);
    if (!strcmp(name, "abs")) return fabs(x[0]);
    if (!strcmp(name, "log10")) return log10(x[0]);
    if (!strcmp(name, "finite")) return isfinite(x[0]) != 0;
    const double ratio = x[1] != 0 ? x[0] / x[1] : (double)NAN; /* within */
    return isnan(ratio) || isnan(x[2]) ? (double)NAN : ratio <= x[2] && ratio * x[2] >= 1;
}

static enum status at_points(struct evaluation *e, const struct formula *f, struct numbers *x, struct numbers *out)
{
    const enum status s = numbers_align(e, x, f->arguments);
    if (s != ST_OK) return fail_within(s, "'%.80s': ", f->text);
    TRY(numbers_make(e, x[0].count, x[0].places, out));
    for (int64_t i = 0; i < out->count; i++) {
        double value[FORMULA_ARGUMENTS];
        for (int k = 0; k < f->arguments; k++) out->there[i] &= x[k].there[i], value[k] = x[k].value[i];
        out->value[i] = out->there[i] ? pointwise(f->function->name, value, f->arguments) : (double)NAN;
    }
    return ST_OK;
}

enum status evaluate_call(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    struct numbers x[FORMULA_ARGUMENTS];
    *out = (struct numbers){0};
    if (f->function->of_quantity) return evaluate_published(e, f->argument[0], out);
    for (int i = 0; i < f->arguments - (f->function->along && f->arguments > 1); i++) {
        TRY(evaluate(e, f->argument[i], &x[i]));
        if (!x[i].count) return ST_OK;
    }
    for (int of = 0; of < REDUCTIONS; of++)
        if (!strcmp(reductions[of].name, f->function->name)) return reduce(e, f, of, &x[0], out);
    return at_points(e, f, x, out);
}
