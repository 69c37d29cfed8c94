/* Evaluates a coefficient, once for each place. */
#include "apps/bvp/coefficient.h"

#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"

double coefficient_bytes(const struct field_spec *spec, int64_t places)
{
    const bool kept = (spec->form == FIELD_EXPRESSION || spec->form == FIELD_DATASET) && places <= COEFFICIENT_KEPT;
    return kept ? (double)places * (double)sizeof(double) : 0;
}

enum status coefficient_make(struct coefficient *c, struct bvp_grid *g, const struct field_spec *spec, int64_t places)
{
    *c = (struct coefficient){0};
    TRY(grid_function(g, &c->field, spec));
    return coefficient_bytes(spec, places) > 0 ? mem_array(&c->value, HOST, places, sizeof *c->value) : ST_OK;
}

void coefficient_free(struct coefficient *c)
{
    field_free(c->field);
    mem_free(c->value);
    *c = (struct coefficient){0};
}

enum status coefficient_anywhere(const struct coefficient *c, int64_t count, const double *x, int threads, double *out)
{
    static const double nowhere[1];
    const double *const column[1] = {x};
    return field_eval(c->field, count, column, nowhere, 0, threads, out);
}

static int64_t known_of(const struct coefficient *c, int64_t first, int64_t count)
{
    const int64_t known = c->known - first;
    return known < 0 ? 0 : known < count ? known : count;
}

enum status coefficient_at(struct coefficient *c, int64_t first, int64_t count, const double *x, int threads,
                           double *out)
{
    const int64_t known = known_of(c, first, count), more = count - known;
    if (known > 0) memcpy(out, c->value + first, (size_t)known * sizeof *out);
    if (!more) return ST_OK;
    TRY(coefficient_anywhere(c, more, x + known, threads, out + known));
    if (!c->value || first + known != c->known) return ST_OK;
    memcpy(c->value + c->known, out + known, (size_t)more * sizeof *out);
    c->known = first + count;
    return ST_OK;
}
