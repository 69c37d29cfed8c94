/* Finds the range of temperatures that each input prescribes, and judges it. */
#include "apps/adi/conditions/temperatures.h"

#include <math.h>

#include "base/comm/comm_pairs.h"
#include "base/result/caveats.h"

/* J/(m3 K): gases at 1 bar have more, liquids and solids a thousand times as much; exact solutions have about 1. */
static const double matter_min = 1000;

/* K: one input below the first and another above the second are likely in two units. */
static const double cold = 150, warm = 200;

enum { TIMES = 17 }; /* times at which data that vary are looked at, with both ends of the run */

static bool is_matter(const struct stencil *op)
{
    const struct grid_run one = {0, 1}, take = op->shared ? one : grid_own_points(op->grid);
    double any = 0;
    for (int64_t q = take.from; q < take.end; q++)
        if (stencil_inverse_capacity(op, q) * matter_min <= 1) any = 1;
    comm_max(op->grid->comm, &any, 1);
    return any > 0;
}

/* The key of a face's value or ambient, as the configuration has it. */
static const char *key_of(const struct adi_params *p, const struct field_spec *of)
{
    const struct option *row = params_table;
    while (row->key && (const char *)p + row->offset != (const char *)of) row++;
    return row->key;
}

static enum status add(struct temperatures *t, const char *key, double least, double most)
{
    if (t->absolute && least < 0)
        return fail(ST_CONFIG,
                    "%s: %g K lies below absolute zero; temperatures are in K, and 0 degrees Celsius are 273.15 K "
                    "(temperatures = \"relative\" allows differences, which may be negative)",
                    key, least);
    t->input[t->count++] = (struct temperature_range){key, least, most};
    return ST_OK;
}

static enum status add_face(struct temperatures *t, const struct stencil *op, const struct adi_params *p, int axis,
                            int side, struct nodes_workspace *workspace)
{
    const struct face_params *const face = &p->face[axis][side];
    const struct field_spec *const of = face->kind == FACE_DIRICHLET ? &face->value : &face->ambient;
    double least = INFINITY, most = -INFINITY;
    struct field *field;
    if (of->form == FIELD_ABSENT) return ST_OK;
    enum status s = grid_field(&field, op->grid, of);
    for (int k = 0; s == ST_OK && k < (field_uses_time(field) ? TIMES : 1); k++) {
        const double time = p->dt * (double)p->steps * k / (TIMES - 1);
        for (struct nodes w = nodes_of_face(op->grid, axis, side, workspace); s == ST_OK && nodes_next(&w);) {
            s = nodes_eval(&w, field, time, op->threads);
            for (int64_t q = 0; s == ST_OK && q < w.count; q++)
                least = fmin(least, workspace->value[q]), most = fmax(most, workspace->value[q]);
        }
    }
    field_free(field);
    return s == ST_OK ? add(t, key_of(p, of), least, most) : s;
}

enum status temperatures_make(struct temperatures *t, const struct stencil *op, const struct adi_params *p,
                              struct nodes_workspace *workspace)
{
    *t = (struct temperatures){.absolute = p->temperatures == TEMPERATURES_ABSOLUTE};
    if (p->temperatures == TEMPERATURES_AUTO) t->absolute = t->found = p->floor_plan || is_matter(op);
    for (int d = 0; t->absolute && d < op->grid->dim; d++)
        for (int side = 0; side < 2; side++) TRY(add_face(t, op, p, d, side, workspace));
    return ST_OK;
}

enum status temperatures_begin(struct temperatures *t, const char *key, double least, double most)
{
    return t->absolute ? add(t, key, least, most) : ST_OK;
}

/* All inputs may be in degrees Celsius. Those that are all 0 are the reference of differences. */
static void doubt_cold(const struct temperatures *t)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < t->count; i++) least = fmin(least, t->input[i].least), most = fmax(most, t->input[i].most);
    if (t->found && least >= 0 && most > 0 && most < cold)
        caveat("the temperatures that are given lie between %g and %g K: are they in degrees Celsius? 0 degrees "
               "Celsius are 273.15 K (temperatures = \"absolute\" confirms K, \"relative\" allows differences)",
               least, most);
}

void temperatures_doubt(const struct temperatures *t, double least, double most)
{
    const struct temperature_range *low = NULL, *high = NULL;
    for (int i = 0; i < t->count; i++) {
        if (!low || t->input[i].most < low->most) low = &t->input[i];
        if (!high || t->input[i].least > high->least) high = &t->input[i];
    }
    if (low && low->most < cold && high->least > warm)
        caveat("%s is %g K where %s is %g K or more: is it in degrees Celsius? %g degrees Celsius are %g K", low->key,
               low->most, high->key, high->least, low->most, low->most + 273.15);
    doubt_cold(t);
    if (t->absolute && least < -1e-3 * (most - least))
        caveat("the temperature falls to %.4g K, below absolute zero: more heat leaves than there is", least);
}
