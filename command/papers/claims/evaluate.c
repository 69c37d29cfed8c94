/* Evaluates formulas: operators at each point, on numbers brought to the same places. */
#include "command/papers/claims/evaluate.h"

#include <math.h>

/* A condition of NaN is neither true nor false, but `and` is false, and `or` true, where one side suffices for that. */
static double decide(enum operation o, double a, double b)
{
    const bool unknown = isnan(a) || isnan(b);
    switch (o) {
    case OP_OR: return (a != 0 && !isnan(a)) || (b != 0 && !isnan(b)) ? 1 : unknown ? (double)NAN : 0;
    case OP_AND: return a == 0 || b == 0 ? 0 : unknown ? (double)NAN : 1;
    case OP_NOT: return unknown ? (double)NAN : a == 0;
    default: break;
    }
    if (unknown) return (double)NAN;
    switch (o) {
    case OP_LT: return a < b;
    case OP_LE: return a <= b;
    case OP_GT: return a > b;
    case OP_GE: return a >= b;
    case OP_EQ: return a == b;
    default: return a != b;
    }
}

static double compute(enum operation o, double a, double b)
{
    switch (o) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV: return b != 0 ? a / b : (double)NAN;
    case OP_POW: return pow(a, b);
    case OP_NEG: return -a;
    default: return decide(o, a, b);
    }
}

/* Only values that did not converge are infinite: an infinite result of arithmetic becomes NaN. */
static double apply(enum operation o, double a, double b)
{
    const double y = compute(o, a, b);
    return isinf(y) && isfinite(a) && isfinite(b) ? (double)NAN : y;
}

/* If a filter leaves out one side of `and` or `or`, the other side decides. */
static enum status evaluate_operator(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    struct numbers x[2] = {{0}, {0}};
    *out = (struct numbers){0};
    for (int i = 0; i < f->arguments; i++) TRY(evaluate(e, f->argument[i], &x[i]));
    for (int i = 0; i < f->arguments; i++)
        if (!x[i].count) return ST_OK;
    const enum status s = numbers_align(e, x, f->arguments);
    if (s != ST_OK) return fail_within(s, "'%.80s': ", f->text);
    const struct numbers *const b = &x[f->arguments - 1];
    const bool either = f->operation == OP_AND || f->operation == OP_OR;
    TRY(numbers_make(e, x[0].count, x[0].places, out));
    for (int64_t i = 0; i < out->count; i++) {
        const bool both = x[0].there[i] && b->there[i];
        out->there[i] = both || (either && (x[0].there[i] || b->there[i]));
        out->value[i] = (double)NAN;
        if (both) out->value[i] = apply(f->operation, x[0].value[i], b->value[i]);
        else if (out->there[i]) out->value[i] = x[0].there[i] ? x[0].value[i] : b->value[i];
    }
    return ST_OK;
}

enum status evaluate(struct evaluation *e, const struct formula *f, struct numbers *out)
{
    if (f->kind == FORMULA_OPERATOR) return evaluate_operator(e, f, out);
    if (f->kind == FORMULA_CALL) return evaluate_call(e, f, out);
    if (f->kind == FORMULA_QUANTITY) return evaluate_quantity(e, f, out);
    TRY(numbers_make(e, 1, NULL, out));
    out->value[0] = f->number;
    return ST_OK;
}
