/* Looks up the numbers that formulas name: columns along axes, answers and metrics of runs, axes, published values. */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/compare/sweep/published_pairs.h"
#include "command/papers/claims/evaluate.h"

static enum status places_of(struct evaluation *e, const struct run_facts *run, const struct places **out)
{
    struct places *p;
    TRY(arena_take(&e->arena, &p, sizeof *p));
    p->count = run->points, p->name = run->point;
    while (p->axes < PLACES_AXES && (p->axis[p->axes] = facts_axis(run, p->axes + 1))) p->axes++;
    *out = p;
    return ST_OK;
}

static bool holds(const struct filter *f, double x)
{
    switch (f->compare) {
    case OP_LT: return x < f->value;
    case OP_LE: return x <= f->value;
    case OP_GT: return x > f->value;
    case OP_GE: return x >= f->value;
    case OP_NE: return x != f->value;
    default: return x == f->value;
    }
}

static bool passes(const struct filter *f, const struct places *p, int64_t i)
{
    if (f->point) return p->name && !strcmp(p->name[i], f->point);
    const struct column *const axis = places_axis(p, f->axis);
    return axis && holds(f, axis->value[i]);
}

/* Conditions of axes must all hold; of names one. */
static enum status filter(const struct formula *f, struct numbers *x)
{
    for (int k = 0; k < f->filters; k++)
        if (f->filter[k].axis && !places_axis(x->places, f->filter[k].axis))
            return fail(ST_CONFIG, "'%s': no axis '%s'", f->text, f->filter[k].axis);
    if (f->filters && !x->places) return fail(ST_CONFIG, "'%s': one number of the whole run has no points", f->text);
    for (int64_t i = 0; i < x->count; i++) {
        bool named = false, is = false, all = true;
        for (int k = 0; k < f->filters; k++) {
            const bool pass = passes(&f->filter[k], x->places, i);
            if (f->filter[k].point) named = true, is |= pass;
            else all &= pass;
        }
        x->there[i] &= all && (!named || is);
    }
    return ST_OK;
}

/* An iteration that did not end took infinitely long. */
static bool is_endless(const struct run_facts *run, const char *quantity, int64_t point)
{
    static const char *const of[] = {"iterations", "seconds", "seconds_step"};
    const struct column *const converged = series_column(&run->series, "converged");
    for (size_t i = 0; converged && point < converged->count && i < sizeof of / sizeof *of; i++)
        if (!strcmp(quantity, of[i])) return converged->value[point] == 0;
    return false;
}

static enum status of_column(struct evaluation *e, const struct run_facts *run, const struct column *c,
                             struct numbers *out)
{
    const struct places *places;
    TRY(places_of(e, run, &places));
    TRY(numbers_make(e, places->count, places, out));
    for (int64_t i = 0; i < out->count; i++) {
        out->value[i] = i < c->count ? c->value[i] : (double)NAN;
        if (is_endless(run, c->name, i)) out->value[i] = (double)INFINITY;
    }
    return ST_OK;
}

/* The reference's seconds over those of the run. */
static enum status of_speedup(struct evaluation *e, const struct run_facts *run, struct numbers *out)
{
    struct numbers x[2];
    const struct run_facts *const first = facts_reference(e->facts);
    const struct column *const mine = series_column(&run->series, "seconds");
    const struct column *const its = first ? series_column(&first->series, "seconds") : NULL;
    *out = (struct numbers){0};
    if (!mine || !its) return ST_OK;
    TRY(of_column(e, run, mine, &x[0]));
    TRY(of_column(e, first, its, &x[1]));
    TRY(numbers_align(e, x, 2));
    *out = x[0];
    for (int64_t i = 0; i < out->count; i++) {
        out->there[i] &= x[1].there[i];
        out->value[i] = x[1].value[i] / x[0].value[i];
    }
    return ST_OK;
}

/* Answers of several subjects, '*_residual': a point for each, named by the text that replaces the asterisk. */
static enum status of_pattern(struct evaluation *e, const struct run_facts *run, const char *pattern,
                              struct numbers *out)
{
    struct places *p;
    char **name;
    const size_t before = strcspn(pattern, "*"), behind = strlen(pattern) - before - 1;
    *out = (struct numbers){0};
    TRY(arena_take(&e->arena, &p, sizeof *p));
    TRY(arena_take(&e->arena, &name, (run->count + 1) * (int64_t)sizeof *name));
    TRY(numbers_make(e, run->count, p, out));
    for (int64_t i = 0; i < run->count; i++) {
        const char *const full = run->fact[i].name;
        if (fnmatch(pattern, full, 0) || strlen(full) < before + behind) continue;
        out->value[p->count] = run->fact[i].value;
        TRY(arena_copy(&e->arena, &name[p->count++], full + before, (int64_t)(strlen(full) - before - behind)));
    }
    out->count = p->count, p->name = name;
    return ST_OK;
}

static enum status unknown(const struct run_facts *run, const struct formula *f)
{
    enum { NAMES = 200 };
    const char *names[NAMES];
    char advice[1024];
    size_t count = 0;
    for (int64_t i = 0; i < run->series.count && count < NAMES; i++) names[count++] = run->series.column[i].name;
    for (int64_t i = 0; i < run->count && count < NAMES; i++) names[count++] = run->fact[i].name;
    const char *const near = spelling_nearest(f->quantity, names, count);
    if (near) return fail(ST_CONFIG, "no quantity '%s' of run '%s'; did you mean '%s'?", f->quantity, f->run, near);
    return fail(ST_CONFIG, "no quantity '%s' of run '%s'%.600s", f->quantity, f->run,
                spelling_advice(f->quantity, names, count, advice, sizeof advice));
}

/* Gives the reason why the numbers of a run are missing; false: they are there. */
static bool is_missing(struct evaluation *e, const struct run_facts *run, const char *label)
{
    if (run && stored_run_ok(run->run)) return false;
    if (!*e->missing)
        snprintf(e->missing, sizeof e->missing, "run '%.60s' %s%.300s", label, run ? "" : "is not in the result",
                 run ? run->run->status : "");
    e->failed |= run && run->failed;
    return true;
}

static enum status of_run(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    const struct run_facts *const run = facts_run(e->facts, f->run);
    *out = (struct numbers){0};
    if (is_missing(e, run, f->run)) return ST_OK;
    const struct column *const column = series_column(&run->series, f->quantity);
    const struct fact *const fact = facts_of(run, f->quantity);
    if (column) return of_column(e, run, column, out);
    if (strchr(f->quantity, '*')) TRY(of_pattern(e, run, f->quantity, out));
    else if (!strcmp(f->quantity, "speedup")) TRY(of_speedup(e, run, out));
    else if (fact) {
        TRY(numbers_make(e, 1, NULL, out));
        out->value[0] = fact->value;
    }
    return out->count ? ST_OK : unknown(run, f);
}

static enum status of_axis(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    const struct run_facts *const run = facts_reference(e->facts);
    *out = (struct numbers){0};
    if (!run) {
        if (!*e->missing) snprintf(e->missing, sizeof e->missing, "no run has points");
        return ST_OK;
    }
    for (int a = 1; facts_axis(run, a); a++)
        if (!strcmp(facts_axis(run, a)->name, f->quantity)) return of_column(e, run, facts_axis(run, a), out);
    return fail(ST_CONFIG, "'%s' is not an axis: write a quantity with its run, as %s['%s']", f->quantity, f->quantity,
                run->run->title);
}

enum status evaluate_quantity(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    TRY(f->run ? of_run(e, f, out) : of_axis(e, f, out));
    return out->count ? filter(f, out) : ST_OK;
}

/* Published values are put at the places of the measured ones. */
struct published_search {
    const struct formula *of;
    struct numbers *out;
};

/* Is `full` the pattern with `name` for its asterisk? */
static bool is_called(const char *full, const char *pattern, const char *name)
{
    const size_t before = strcspn(pattern, "*"), length = strlen(name);
    return strlen(full) + 1 == strlen(pattern) + length && !strncmp(full + before, name, length);
}

/* The row of the run where the value stands; -1: the run did not take such a point. */
static int64_t row_of(const struct published_pair *p)
{
    int run = 0;
    while (p->sweep && run < p->sweep->count && p->sweep->run[run] != p->run) run++;
    return p->point >= 0 && p->sweep && run < p->sweep->count ? sweep_row(p->sweep, run, p->point) : -1;
}

/* Values at the best of an axis do not belong to one point. */
static enum status note(void *with, const struct published_pair *p)
{
    struct published_search *const s = with;
    struct numbers *const out = s->out;
    const double value = p->of->value[p->i];
    if (p->of->view.best_of) return ST_OK;
    const int64_t row = row_of(p);
    if (row >= 0 && row < out->count) out->there[row] = true, out->value[row] = value;
    if (p->sweep) return ST_OK;
    for (int64_t i = 0; i < out->count; i++) {
        if (out->places && !is_called(p->of->quantity, s->of->quantity, out->places->name[i])) continue;
        out->there[i] = true, out->value[i] = value;
    }
    return ST_OK;
}

enum status evaluate_published(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    struct numbers like;
    *out = (struct numbers){0};
    TRY(of_run(e, f, &like));
    if (!like.count) return ST_OK;
    TRY(numbers_make(e, like.count, like.places, out));
    for (int64_t i = 0; i < out->count; i++) out->there[i] = false, out->value[i] = (double)NAN;
    struct published_search s = {f, out};
    TRY(published_pairs_of(e->facts->result, facts_run(e->facts, f->run)->run, f->quantity, note, &s));
    return filter(f, out);
}
