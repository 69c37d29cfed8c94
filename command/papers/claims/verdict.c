/* Judges claims by the numbers of a result, and describes the measured values. */
#include "command/papers/claims/verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/papers/claims/evaluate.h"
#include "command/papers/claims/needs.h"

static const char *const words[] = {"reproduced", "in shape", "not reproduced", "not tested here"};

const char *claim_verdict_word(enum claim_verdict v)
{
    return words[v];
}

enum claim_verdict claim_verdict_of(const char *word)
{
    int v = 0;
    while (v < VERDICTS && strcmp(words[v], word)) v++;
    return (enum claim_verdict)v;
}

/* The outcome of a condition in one precision. */
struct outcome {
    int64_t points, holds, unknown, worst; /* worst: the first point where it does not hold */
    bool missing, failed;
    char said[620];
};

static void range_print(char *out, size_t size, const struct numbers *x)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    bool unknown = false;
    for (int64_t i = 0; i < x->count; i++) {
        if (!x->there[i]) continue;
        unknown |= isnan(x->value[i]);
        low = fmin(low, x->value[i]), high = fmax(high, x->value[i]);
    }
    char least[24], most[24];
    snprintf(least, sizeof least, "%.4g", low), snprintf(most, sizeof most, "%.4g", high);
    if (low > high) snprintf(out, size, "not known");
    else if (!strcmp(least, most)) snprintf(out, size, "%s%s", least, unknown ? " or not known" : "");
    else snprintf(out, size, "%s to %s%s", least, most, unknown ? " or not known" : "");
}

/* The most informative part of a condition: if all parts must hold, the first that does not. */
static const struct formula *telling(struct evaluation *e, const struct formula *f)
{
    struct numbers x;
    while (f->kind == FORMULA_OPERATOR && f->operation == OP_AND) {
        bool holds = evaluate(e, f->argument[0], &x) == ST_OK && x.count;
        for (int64_t i = 0; holds && i < x.count; i++) holds = !x.there[i] || x.value[i] != 0; /* or is not known */
        f = f->argument[holds ? 1 : 0];
    }
    return f;
}

/* A formula as it was written, shortened. */
struct words {
    char text[100];
};

static struct words words_of(const struct formula *f)
{
    struct words w;
    enum { SHOWN = sizeof w.text - 4 };
    snprintf(w.text, sizeof w.text, "%.*s%s", (int)SHOWN, f->text, strlen(f->text) > SHOWN ? "..." : "");
    return w;
}

/* The quotient of a comparison by factors, as a quantity. */
static enum status quotient(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    struct formula divide = {.kind = FORMULA_OPERATOR, .operation = OP_DIV, .arguments = 2, .text = f->text};
    divide.argument[0] = f->argument[0], divide.argument[1] = f->argument[1];
    return evaluate(e, &divide, out);
}

/* Prints the most informative comparison of a condition, as "seconds['CR'] is 0.1 to 0.3, to be < 0.2 to 0.6". */
static void measured_print(char *out, size_t size, struct evaluation *e, const struct formula *f, bool holds)
{
    static const char *const signs[] = {
        [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">", [OP_GE] = ">=", [OP_EQ] = "==", [OP_NE] = "!="};
    char left[80], right[80];
    struct numbers x, y;
    const bool compares = f->kind == FORMULA_OPERATOR && f->operation >= OP_LT && f->operation <= OP_NE;
    const bool divides = f->kind == FORMULA_CALL && !strcmp(f->function->name, "within");
    if (compares && evaluate(e, f->argument[0], &x) == ST_OK && evaluate(e, f->argument[1], &y) == ST_OK) {
        range_print(left, sizeof left, &x), range_print(right, sizeof right, &y);
        snprintf(out, size, "%s is %s, to be %s %s", words_of(f->argument[0]).text, left, signs[f->operation], right);
    } else if (divides && quotient(e, f, &x) == ST_OK && evaluate(e, f->argument[2], &y) == ST_OK) {
        range_print(left, sizeof left, &x), range_print(right, sizeof right, &y);
        snprintf(out, size, "%s is %s times %s, to be within %s", words_of(f->argument[0]).text, left,
                 words_of(f->argument[1]).text, right);
    } else {
        snprintf(out, size, "%s %s", words_of(f).text, holds ? "holds" : "does not hold");
    }
}

static void describe(struct evaluation *e, const struct formula *whole, struct outcome *o, const struct numbers *x)
{
    char place[100] = "", share[180] = "", measured[420];
    if (o->worst >= 0) places_print(place, sizeof place, x->places, o->worst);
    if (o->points > 1 && o->worst >= 0)
        snprintf(share, sizeof share, "; so at %lld of %lld points%s%s", (long long)o->holds, (long long)o->points,
                 *place ? ", not at " : "", place);
    measured_print(measured, sizeof measured, e, telling(e, whole), o->worst < 0);
    snprintf(o->said, sizeof o->said, "%s%s", measured, share);
}

/* Describes a condition that is not false anywhere, but is not a number somewhere. If a run does not have the number,
 * the run has failed; if arithmetic does not give one, the claim is not tested. */
static void describe_unknown(struct evaluation *e, const struct formula *whole, struct outcome *o,
                             const struct numbers *x)
{
    struct undecided u;
    undecided_find(&u, e, whole, x);
    o->missing = !u.measured, o->failed = u.measured;
    snprintf(o->said, sizeof o->said, "%s is not a number%s%s", words_of(u.part ? u.part : whole).text,
             *u.place ? " at " : "", u.place);
}

static void describe_missing(struct evaluation *e, const struct formula *whole, struct outcome *o)
{
    o->missing = true;
    if (e->fewest)
        snprintf(o->said, sizeof o->said, "the result has %lld of its %lld points", (long long)e->fewest,
                 (long long)e->points);
    else if (undecided_split(e, whole)) snprintf(o->said, sizeof o->said, "its sides have no point in common");
    else snprintf(o->said, sizeof o->said, "the result has none of its points");
}

static void count_points(struct outcome *o, const struct numbers *x)
{
    for (int64_t i = 0; i < x->count; i++) {
        const bool unknown = isnan(x->value[i]), holds = x->value[i] != 0 && !unknown;
        if (!x->there[i]) continue;
        o->points++, o->holds += holds, o->unknown += unknown;
        if (!holds && !unknown && o->worst < 0) o->worst = i;
    }
}

/* `points`: the number that each reduction must have. */
static enum status try_condition(const char *text, int64_t points, const struct facts *facts, struct outcome *o)
{
    struct formula *f;
    struct numbers x;
    struct evaluation e = {.facts = facts, .points = points};
    *o = (struct outcome){.worst = -1};
    TRY(formula_parse(text, &f));
    const enum status s = evaluate(&e, f, &x);
    if (s == ST_OK && *e.missing) {
        o->missing = true, o->failed = e.failed;
        snprintf(o->said, sizeof o->said, "%s", e.missing);
    } else if (s == ST_OK) {
        count_points(o, &x);
        if (!o->points) describe_missing(&e, f, o);
        else if (o->unknown && o->worst < 0) describe_unknown(&e, f, o, &x);
        else describe(&e, f, o, &x);
    }
    arena_free(&e.arena);
    formula_free(f);
    return s;
}

static bool holds(const struct outcome *o)
{
    return o->points > 0 && o->holds == o->points;
}

static enum status judge_one(const struct config *c, const struct claim *x, int64_t i, const struct facts *facts,
                             struct judgement *out)
{
    struct outcome test, shape;
    enum status s = try_condition(x->test, x->points, facts, &test);
    if (s != ST_OK) return s == ST_CONFIG ? paper_fault(c, i, "test") : s;
    *out = (struct judgement){.verdict = holds(&test) ? REPRODUCED : NOT_REPRODUCED};
    if (test.missing && !test.failed) out->verdict = NOT_TESTED;
    snprintf(out->reason, sizeof out->reason, "%s", test.said);
    if (out->verdict != NOT_REPRODUCED || test.missing || !x->shape) return ST_OK;
    s = try_condition(x->shape, x->points, facts, &shape);
    if (s != ST_OK) return s == ST_CONFIG ? paper_fault(c, i, "shape") : s;
    if (holds(&shape)) out->verdict = IN_SHAPE;
    return ST_OK;
}

/* The worst of several precisions counts; precisions without a result do not. */
enum status judge(const struct config *c, const struct paper *p, int64_t i, const struct facts *facts, int count,
                  struct judgement *out)
{
    const struct claim *const x = paper_claim(p, i);
    bool any = false;
    *out = (struct judgement){.verdict = NOT_TESTED, .reason = "the result has no run of its precision"};
    if (x->needs && !needs_met(x->needs, facts[0].result)) {
        snprintf(out->reason, sizeof out->reason, "needs %.100s", x->needs);
        return ST_OK;
    }
    for (int k = 0; k < count; k++) {
        struct judgement one;
        if (x->precision && strcmp(x->precision, facts[k].precision)) continue;
        TRY(judge_one(c, x, i, &facts[k], &one));
        if (!any || out->verdict == NOT_TESTED || (one.verdict != NOT_TESTED && one.verdict > out->verdict)) *out = one;
        any = true;
    }
    out->known = out->verdict == NOT_REPRODUCED && x->why;
    if (out->known) {
        const size_t used = strlen(out->reason);
        snprintf(out->reason + used, sizeof out->reason - used, ". %s", x->why);
    }
    return ST_OK;
}

enum status facts_of_result(const struct result *r, const struct paper *p, struct facts out[PRECISIONS], int *count)
{
    *count = 0;
    for (int64_t i = 0; i < r->count && *count < PRECISIONS; i++) {
        bool known = false;
        for (int k = 0; k < *count; k++) known |= !strcmp(out[k].precision, r->run[i].precision);
        if (!known) TRY(facts_load(&out[(*count)++], r, r->run[i].precision, &p->rows));
    }
    return *count ? ST_OK : fail(ST_CONFIG, "%s has no runs", r->path);
}
