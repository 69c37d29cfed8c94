/* Evaluates a property of the material at many places, and refuses values that are not above 0. */
#include "apps/adi/material/material.h"

#include <math.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum status material_make(struct material *m, const struct grid *grid, const struct field_spec *first,
                          const struct field_spec *second, int threads)
{
    *m = (struct material){.grid = grid, .factors = second ? 2 : 1, .threads = threads, .spec = {first, second}};
    for (int f = 0; f < m->factors; f++) {
        TRY(grid_field(&m->field[f], grid, m->spec[f]));
        for (int d = 0; d < grid->dim; d++) m->changes[d] |= field_changes(m->field[f], d);
    }
    return m->factors > 1 ? mem_array(&m->product, HOST, NODES_CHUNK, sizeof *m->product) : ST_OK;
}

void material_free(struct material *m)
{
    for (int f = 0; f < 2; f++) field_free(m->field[f]);
    mem_free(m->product);
    *m = (struct material){0};
}

enum status material_eval_factor(const struct material *m, int factor, int64_t count, const double *const xyz[3],
                                 double *out)
{
    const double *along[3];
    for (int d = 0; d < 3; d++) along[d] = field_changes(m->field[factor], d) ? xyz[d] : NULL;
    return field_eval(m->field[factor], count, along, m->grid->origin, 0, m->threads, out);
}

static enum status check(const struct material *m, int factor, int64_t count, const double *const xyz[3],
                         const double *value)
{
    for (int64_t p = 0; p < count && !m->any_sign; p++) {
        double at[3];
        if (value[p] > 0 && isfinite(value[p])) continue;
        for (int d = 0; d < 3; d++) at[d] = m->changes[d] ? xyz[d][p] : m->grid->origin[d];
        return fail(ST_CONFIG, "%s: %g at (%g, %g, %g) is not above 0", m->spec[factor]->place, value[p], at[0], at[1],
                    at[2]);
    }
    return ST_OK;
}

enum status material_eval(const struct material *m, int64_t count, const double *const xyz[3], double *out)
{
    TRY(material_eval_factor(m, 0, count, xyz, out));
    TRY(check(m, 0, count, xyz, out));
    if (m->factors == 1) return ST_OK;
    TRY(material_eval_factor(m, 1, count, xyz, m->product));
    TRY(check(m, 1, count, xyz, m->product));
    for (int64_t p = 0; p < count; p++) out[p] *= m->product[p];
    return ST_OK;
}
