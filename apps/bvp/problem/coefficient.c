/* Evaluates a coefficient, once for each place. */
#include "apps/bvp/problem/coefficient.h"

#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "base/memory/untouched.h"

double coefficient_bytes(const struct field_spec *spec, int64_t places)
{
    const bool kept = (spec->form == FIELD_EXPRESSION || spec->form == FIELD_DATASET) && places <= COEFFICIENT_KEPT;
    return kept ? (double)places * (double)sizeof(double) : 0;
}

enum status coefficient_make(struct coefficient *c, struct bvp_grid *g, const struct field_spec *spec, int64_t first,
                             int64_t end, struct evaluated_values *shared)
{
    *c = (struct coefficient){.kept = shared};
    TRY(grid_function(g, &c->field, spec));
    if (!shared && coefficient_bytes(spec, end - first) > 0) {
        TRY(mem_array_sparse(&c->own.value, end, sizeof *c->own.value, end - first));
        c->own.count = end;
        c->kept = &c->own;
    }
    if (c->kept && c->kept->begin == c->kept->end) c->kept->begin = c->kept->end = first;
    return ST_OK;
}

void coefficient_free(struct coefficient *c)
{
    field_free(c->field);
    mem_free(c->own.value);
    *c = (struct coefficient){0};
}

enum status coefficient_anywhere(const struct coefficient *c, int64_t count, const double *x, int threads, double *out)
{
    static const double nowhere[1];
    const double *const column[1] = {x};
    return field_eval(c->field, count, column, nowhere, 0, threads, out);
}

/* The number of these places, from the first on, that have known values. */
static int64_t known_of(const struct evaluated_values *v, int64_t first, int64_t count)
{
    const int64_t known = v && first >= v->begin ? v->end - first : 0;
    return known < 0 ? 0 : known < count ? known : count;
}

enum status coefficient_at(struct coefficient *c, int64_t first, int64_t count, const double *x, int threads,
                           double *out)
{
    struct evaluated_values *const v = c->kept;
    const int64_t known = known_of(v, first, count), more = count - known;
    if (known > 0) memcpy(out, v->value + first, (size_t)known * sizeof *out);
    if (!more) return ST_OK;
    TRY(coefficient_anywhere(c, more, x + known, threads, out + known));
    if (!v || first + known != v->end || first + count > v->count) return ST_OK;
    memcpy(v->value + v->end, out + known, (size_t)more * sizeof *out);
    v->end = first + count;
    return ST_OK;
}
