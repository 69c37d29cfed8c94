/* Evaluates formulas of places. */
#include "apps/hines/model/gradient.h"

#include <math.h>

#include "base/formula/expression.h"

static enum status evaluate(const char *formula, const struct gradient_places *at, double *out)
{
    const double *const column[3] = {at->column[0], at->column[1], at->column[2]};
    const double none[3] = {0};
    struct expression *e;
    TRY(expression_make(&e, formula, GRADIENT_VARIABLES));
    const enum status s = expression_eval(e, at->count, column, none, 1, out);
    expression_free(e);
    return s;
}

enum status gradient_at(const struct field_spec *spec, int64_t entry, const struct gradient_places *places,
                        const int32_t *used, int64_t count, double *out)
{
    for (int64_t i = 0; i < places->count; i++) out[i] = spec->number;
    if (spec->form == FIELD_EXPRESSION) {
        const enum status s = evaluate(spec->expression, places, out);
        if (s != ST_OK) return fail_within(s, "channels: entry %lld: factor: ", (long long)entry);
    }
    for (int64_t k = 0; k < count; k++) {
        const int64_t i = used[k];
        if (!(out[i] >= 0 && isfinite(out[i])))
            return fail(ST_CONFIG,
                        "channels: entry %lld: factor is %g at d = %g um, the place %g of section %.0f: must be finite "
                        "and not negative",
                        (long long)entry, out[i], places->column[0][i], places->column[1][i], places->column[2][i]);
    }
    return ST_OK;
}
