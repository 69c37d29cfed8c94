/* Relations between the keys of a heat problem, each fault one sentence and the key to blame. */
#include <math.h>
#include <string.h>

#include "apps/adi/problem/grid.h"
#include "apps/adi/problem/params.h"
#include "base/either_precision.h"
#include "base/field/field.h"
#include "base/result/metrics.h"

static const char axis_name[] = "xyz";

/* The key whose value lives at `value`. */
static const char *key_of(const struct adi_params *p, const void *value)
{
    const size_t offset = (size_t)((const char *)value - (const char *)p);
    const struct option *row = params_table;
    while (row->offset != offset) row++;
    return row->key;
}

static enum status check_corners(struct adi_params *p, const char **key)
{
    const int dim = params_dim(p);
    *key = "grid.n";
    if (p->n.count != 1 && p->n.count != dim)
        return fail(ST_CONFIG, "%lld sizes for the %d axes of grid.upper", (long long)p->n.count, dim);
    *key = "grid.lower";
    if (p->lower.count && p->lower.count != dim)
        return fail(ST_CONFIG, "%lld numbers, but grid.upper has %d", (long long)p->lower.count, dim);
    *key = "grid.upper";
    for (int d = 0; d < dim; d++) {
        const double from = p->lower.count ? p->lower.v[d] : 0;
        if (!(p->upper.v[d] > from))
            return fail(ST_CONFIG, "%g along %c is not above the lower corner's %g", p->upper.v[d], axis_name[d], from);
    }
    return ST_OK;
}

static enum status check_material(struct adi_params *p, const char **key)
{
    *key = "material.anisotropy";
    if (p->anisotropy.count && p->anisotropy.count != params_dim(p))
        return fail(ST_CONFIG, "%lld factors for %d axes", (long long)p->anisotropy.count, params_dim(p));
    for (int64_t d = 0; d < p->anisotropy.count; d++)
        if (!(p->anisotropy.v[d] > 0)) return fail(ST_CONFIG, "the factor along %c must be above 0", axis_name[d]);
    const struct field_spec *const positive[] = {&p->density, &p->heat_capacity, &p->conductivity};
    for (int i = 0; i < 3; i++) {
        *key = key_of(p, positive[i]);
        if (positive[i]->form == FIELD_NUMBER && !(positive[i]->number > 0))
            return fail(ST_CONFIG, "%g is not above 0", positive[i]->number);
    }
    *key = "coefficients";
    if (p->coefficients == COEFFICIENTS_SHARED && !params_shared(p))
        return fail(ST_CONFIG,
                    "lines can share a matrix only where density, heat capacity and conductivity are numbers");
    return ST_OK;
}

/* A face must have the keys that its kind needs, and no others. */
static enum status check_face_keys(struct adi_params *p, const struct face_params *f, const char **key)
{
    const struct {
        const struct field_spec *field;
        int kind;
        bool required;
    } uses[] = {{&f->value, FACE_DIRICHLET, true}, {&f->flux, FACE_FLUX, false}, {&f->ambient, FACE_ROBIN, true}};
    for (int i = 0; i < 3; i++) {
        const bool given = uses[i].field->form != FIELD_ABSENT;
        *key = key_of(p, uses[i].field);
        if (given && f->kind != uses[i].kind) return fail(ST_CONFIG, "does not apply to a face of this kind");
        if (!given && f->kind == uses[i].kind && uses[i].required) return fail(ST_CONFIG, "is missing");
    }
    *key = key_of(p, &f->h);
    if (f->kind == FACE_ROBIN && !(f->h > 0))
        return fail(ST_CONFIG, "a robin face needs a heat transfer coefficient above 0");
    if (f->kind != FACE_ROBIN && f->h > 0) return fail(ST_CONFIG, "does not apply to a face of this kind");
    return ST_OK;
}

/* A face that a plane problem does not have. */
static enum status check_no_face(struct adi_params *p, const struct face_params *f, const char **key)
{
    const struct {
        const void *value;
        bool given;
    } keys[] = {{&f->kind, f->kind != FACE_FLUX},
                {&f->value, f->value.form != FIELD_ABSENT},
                {&f->flux, f->flux.form != FIELD_ABSENT},
                {&f->h, f->h > 0},
                {&f->ambient, f->ambient.form != FIELD_ABSENT}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        *key = key_of(p, keys[i].value);
        if (keys[i].given) return fail(ST_CONFIG, "a plane problem has no such face: grid.upper has two numbers");
    }
    return ST_OK;
}

static enum status check_faces(struct adi_params *p, const char **key)
{
    const struct grid g = params_grid(p);
    for (int d = 0; d < 3; d++) {
        for (int side = 0; side < 2; side++) {
            struct face_params *const f = &p->face[d][side];
            if (d >= g.dim) TRY(check_no_face(p, f, key));
            TRY(check_face_keys(p, f, key));
        }
        *key = key_of(p, &p->face[d][0].kind);
        if ((p->face[d][0].kind == FACE_PERIODIC) != (p->face[d][1].kind == FACE_PERIODIC))
            return fail(ST_CONFIG, "the axis is periodic at both of its faces or at none");
        *key = "grid.n";
        if (!grid_periodic(&g, d) && g.n[d] < 2)
            return fail(ST_CONFIG,
                        "the %c axis needs a node on each face, so at least 2; one is enough only on a periodic axis",
                        axis_name[d]);
    }
    return ST_OK;
}

/* Two of dt, steps and end give the third; all three must agree. */
static enum status check_time(struct adi_params *p, const char **key)
{
    const int given = (p->dt > 0) + (p->steps > 0) + (p->end > 0);
    *key = p->dt > 0 ? "time.dt" : p->steps > 0 ? "time.steps" : "time.end";
    if (given < 2) return fail(ST_CONFIG, "give two of time.dt, time.steps and time.end, each above 0");
    if (!p->steps) {
        const double steps = p->end / p->dt;
        *key = "time.end";
        if (!(steps < 1e15)) return fail(ST_CONFIG, "%g s are too many steps of %g s", p->end, p->dt);
        p->steps = llround(steps);
    }
    if (p->dt == 0) p->dt = p->end / (double)p->steps;
    if (p->end == 0) p->end = p->dt * (double)p->steps;
    *key = "time.end";
    if (!(fabs(p->dt * (double)p->steps - p->end) <= 1e-9 * p->end))
        return fail(ST_CONFIG, "%g s is not a whole number of steps: %lld of %g s are %g s", p->end,
                    (long long)p->steps, p->dt, p->dt * (double)p->steps);
    return ST_OK;
}

static bool inside(const struct adi_params *p, int d, double x)
{
    return x >= (p->lower.count ? p->lower.v[d] : 0) && x <= p->upper.v[d];
}

/* A probe names a column of the series. */
static enum status check_name(const struct adi_params *p, int64_t probe)
{
    static const char *const taken[] = {"time", "min", "max", "energy"};
    const struct adi_probe_params *const all = p->probes.v;
    const char *const name = all[probe].name;
    bool used = false;
    TRY(series_name(name));
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) used |= strcmp(name, taken[i]) == 0;
    for (int64_t i = 0; i < probe; i++) used |= strcmp(name, all[i].name) == 0;
    return used ? fail(ST_CONFIG, "the name '%s' is taken: give the probe another one", name) : ST_OK;
}

static enum status check_places(struct adi_params *p, const char **key)
{
    const int dim = params_dim(p);
    const struct adi_probe_params *const probe = p->probes.v;
    *key = "probes";
    for (int64_t i = 0; i < p->probes.count; i++) {
        TRY(check_name(p, i));
        if (probe[i].at.count != dim)
            return fail(ST_CONFIG, "probe %s has %lld coordinates, but the grid has %d axes", probe[i].name,
                        (long long)probe[i].at.count, dim);
        for (int d = 0; d < dim; d++)
            if (!inside(p, d, probe[i].at.v[d]))
                return fail(ST_CONFIG, "probe %s lies outside along %c", probe[i].name, axis_name[d]);
    }
    *key = "power.z";
    const double *const z = p->floor_plan_z.v;
    if (p->floor_plan && !p->floor_plan_z.count) return fail(ST_CONFIG, "a floor plan needs the layer that dissipates");
    if (!p->floor_plan && p->floor_plan_z.count) return fail(ST_CONFIG, "applies only with power.floor_plan");
    if (!p->floor_plan) return ST_OK;
    if (!(z[1] > z[0])) return fail(ST_CONFIG, "a layer from %g to %g has no thickness", z[0], z[1]);
    if (dim == 3 && !(inside(p, 2, z[0]) && inside(p, 2, z[1])))
        return fail(ST_CONFIG, "a layer from %g to %g reaches outside of the grid", z[0], z[1]);
    return ST_OK;
}

/* A formula of a plane problem knows no z. */
static enum status check_formulas(struct adi_params *p, const char **key)
{
    const struct grid g = params_grid(p);
    for (const struct option *row = params_table; row->key; row++) {
        const struct field_spec *const spec = (const void *)((const char *)p + row->offset);
        if (row->type != OPT_FIELD || spec->form != FIELD_EXPRESSION) continue;
        struct field *field;
        const enum status s = grid_field(&field, &g, spec);
        *key = s == ST_CONFIG ? row->key : NULL;
        TRY(s);
        field_free(field);
    }
    return ST_OK;
}

enum status params_check(void *params, const char **key)
{
    struct adi_params *const p = params;
    TRY(check_corners(p, key));
    TRY(check_material(p, key));
    TRY(check_faces(p, key));
    TRY(check_time(p, key));
    TRY(check_places(p, key));
    TRY(check_formulas(p, key));
    *key = "scheme";
    if (p->scheme == PEACEMAN_RACHFORD && params_dim(p) == 3)
        return fail(ST_CONFIG,
                    "peaceman_rachford in three dimensions is stable only for small steps; take douglas_gunn");
    *key = NULL;
    return ST_OK;
}
