/* Finds the part of a condition that is not a number, from the points at which the whole condition is not. */
#include "command/papers/claims/evaluate.h"

#include <math.h>

/* The number of arguments that have values: the name of an axis, and the quantity that published() names, have none. */
static int operands(const struct formula *f)
{
    if (f->kind != FORMULA_CALL) return f->kind == FORMULA_OPERATOR ? f->arguments : 0;
    if (f->function->of_quantity) return 0;
    return f->function->along && f->arguments > 1 ? 1 : f->arguments;
}

/* Keeps of `part` the points at which both are not a number. False: there is none. */
static bool meet(struct evaluation *e, const struct numbers *whole, struct numbers *part)
{
    struct numbers x[2] = {*whole, *part};
    bool any = false;
    if (!x[1].count || numbers_align(e, x, 2) != ST_OK || numbers_make(e, x[1].count, x[1].places, part) != ST_OK)
        return false;
    for (int64_t i = 0; i < part->count; i++) {
        part->value[i] = x[1].value[i];
        part->there[i] = x[0].there[i] && x[1].there[i] && isnan(x[0].value[i]) && isnan(x[1].value[i]);
        any |= part->there[i];
    }
    return any;
}

void undecided_find(struct undecided *out, struct evaluation *e, const struct formula *f, const struct numbers *whole)
{
    struct numbers x = *whole;
    *out = (struct undecided){0};
    if (!meet(e, whole, &x)) return;
    for (int k = 0; k < operands(f); k++) {
        struct numbers part;
        if (evaluate(e, f->argument[k], &part) == ST_OK && meet(e, &x, &part)) {
            undecided_find(out, e, f->argument[k], &part);
            return;
        }
    }
    int64_t first = 0;
    while (!x.there[first]) first++;
    out->part = f;
    out->measured = f->kind == FORMULA_QUANTITY || (f->kind == FORMULA_CALL && f->function->of_quantity);
    places_print(out->place, sizeof out->place, x.places, first);
}

static bool has_points(struct evaluation *e, const struct formula *f)
{
    struct numbers x;
    if (evaluate(e, f, &x) != ST_OK) return false;
    for (int64_t i = 0; i < x.count; i++)
        if (x.there[i]) return true;
    return false;
}

bool undecided_split(struct evaluation *e, const struct formula *f)
{
    for (int k = 0; k < operands(f); k++)
        if (!has_points(e, f->argument[k])) return undecided_split(e, f->argument[k]);
    return operands(f) > 1;
}
