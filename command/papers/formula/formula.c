/* Formulas as trees: their functions, and walks over them. */
#include "command/papers/formula/formula.h"

#include <stdlib.h>

static const struct function functions[] = {
    {"min", 1, 2, .along = true, .about = "the least over all points, or along an axis"},
    {"max", 1, 2, .along = true, .about = "the largest over all points, or along an axis"},
    {"mean", 1, 2, .along = true, .of_condition = true,
     .about = "the mean; of a condition, the share of points where it holds"},
    {"sum", 1, 2, .along = true, .of_condition = true,
     .about = "the sum; of a condition, the number of points where it holds"},
    {"argmin", 2, 2, .along = true, .about = "the position along an axis of the least"},
    {"argmax", 2, 2, .along = true, .about = "the position along an axis of the largest"},
    {"slope", 2, 2, .along = true, .about = "d log y / d log x by least squares along an axis"},
    {"rising", 2, 2, .along = true, .condition = true, .about = "is each value above that before, along an axis?"},
    {"falling", 2, 2, .along = true, .condition = true, .about = "is each value below that before, along an axis?"},
    {"least", 2, FORMULA_ARGUMENTS, .about = "the least of several numbers, at each point"},
    {"largest", 2, FORMULA_ARGUMENTS, .about = "the largest of several numbers, at each point"},
    {"abs", 1, 1, .about = "|x|"},
    {"log10", 1, 1, .about = "the logarithm to base 10"},
    {"within", 3, 3, .condition = true, .about = "are a and b within a factor, 1/c <= a/b <= c? within(a, b, c)"},
    {"finite", 1, 1, .condition = true, .about = "is it a finite number?"},
    {"published", 1, 1, .of_quantity = true, .about = "the published values of a quantity of a run"},
};

const struct function *function_at(size_t i)
{
    return i < sizeof functions / sizeof *functions ? &functions[i] : NULL;
}

void formula_free(struct formula *f)
{
    if (!f) return;
    for (int i = 0; i < f->arguments; i++) formula_free(f->argument[i]);
    for (int i = 0; i < f->filters; i++) free(f->filter[i].axis), free(f->filter[i].point);
    free(f->quantity);
    free(f->run);
    free(f->text);
    free(f);
}

enum status formula_each(const struct formula *f, enum status (*each)(void *with, const struct formula *quantity),
                         void *with)
{
    if (f->kind == FORMULA_QUANTITY) return each(with, f);
    for (int i = 0; i < f->arguments; i++) TRY(formula_each(f->argument[i], each, with));
    return ST_OK;
}
