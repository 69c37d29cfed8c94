/* Relations between the keys of a Poisson problem. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "apps/poisson/problem/row.h"
#include "apps/poisson/problem/varying.h"
#include "apps/poisson/projection/projection.h"
#include "base/field/field.h"
#include "base/memory.h"

/* The key whose value is stored at `value`, a member of *p. */
static const char *key_of(const struct poisson_params *p, const void *value)
{
    const size_t offset = (size_t)((const char *)value - (const char *)p);
    const struct option *row = poisson_table;
    while (row->offset != offset) row++;
    return row->key;
}

static enum status check_box(const struct poisson_params *p, const char **key)
{
    const int dim = poisson_dim(p);
    *key = "grid.n";
    if (p->n.count != 1 && p->n.count != dim)
        return fail(ST_CONFIG, "%lld sizes for the %d axes of grid.upper", (long long)p->n.count, dim);
    *key = "grid.nodes_along";
    for (int64_t i = 0; i < p->nodes_along.count; i++) {
        if (p->nodes_along.v[i] >= dim)
            return fail(ST_CONFIG, "there is no axis %c: grid.upper has %d numbers", "xyz"[p->nodes_along.v[i]], dim);
        if (p->centering == CENTERED_AT_NODES) return fail(ST_CONFIG, "grid.centering = \"node\" applies to all axes");
    }
    *key = "grid.lower";
    if (p->lower.count && p->lower.count != dim)
        return fail(ST_CONFIG, "%lld numbers, but grid.upper has %d", (long long)p->lower.count, dim);
    *key = "grid.upper";
    for (int d = 0; d < dim; d++) {
        const double from = p->lower.count ? p->lower.v[d] : 0;
        if (!(p->upper.v[d] > from))
            return fail(ST_CONFIG, "%g along %c is not above the lower corner's %g", p->upper.v[d], "xyz"[d], from);
    }
    *key = "tridiagonal_axis";
    if (poisson_axis(p) >= dim)
        return fail(ST_CONFIG, "there is no axis %c: grid.upper has %d numbers", "xyz"[poisson_axis(p)], dim);
    return ST_OK;
}

static enum status check_places(const struct poisson_params *p, const char **key)
{
    for (int d = 0; d < 3; d++) {
        const struct field_spec *const spec = &p->places_along[d];
        *key = key_of(p, spec);
        if (spec->form == FIELD_ABSENT) continue;
        if (d >= poisson_dim(p))
            return fail(ST_CONFIG, "there is no such axis: grid.upper has %d numbers", poisson_dim(p));
        if (d == poisson_axis(p) && p->places.form != FIELD_ABSENT)
            return fail(ST_CONFIG, "grid.places gives places along this axis too: give one of both");
        if (d != poisson_axis(p) && p->eigenvalues == EIGENVALUES_SPECTRAL)
            return fail(ST_CONFIG, "spectral eigenvalues are for axes with even spacing");
    }
    return ST_OK;
}

/* Has a face only the keys of its kind? `there`: the box has this face. */
static enum status check_face(const struct poisson_params *p, const struct poisson_face *f, bool there,
                              const char **key)
{
    const struct {
        const struct field_spec *field;
        int kind;
        const char *name;
    } uses[] = {{&f->value, FACE_DIRICHLET, "dirichlet"},
                {&f->flux, FACE_NEUMANN, "neumann"},
                {&f->ambient, FACE_ROBIN, "robin"}};
    for (int i = 0; i < 3; i++) {
        *key = key_of(p, uses[i].field);
        if (uses[i].field->form == FIELD_ABSENT) continue;
        if (!there) return fail(ST_CONFIG, "there is no such face: grid.upper has %d numbers", poisson_dim(p));
        if (f->kind != uses[i].kind) return fail(ST_CONFIG, "is for faces of kind '%s'", uses[i].name);
        if (p->eigenvalues == EIGENVALUES_SPECTRAL && !poisson_zero(uses[i].field))
            return fail(ST_CONFIG, "spectral eigenvalues are for faces that prescribe 0");
    }
    *key = key_of(p, &f->h);
    if (!isnan(f->h) && f->kind != FACE_ROBIN) return fail(ST_CONFIG, "is for faces of kind 'robin'");
    *key = key_of(p, &f->kind);
    if (!there && f->kind != FACE_NEUMANN)
        return fail(ST_CONFIG, "there is no such face: grid.upper has %d numbers", poisson_dim(p));
    return ST_OK;
}

static enum status check_robin(const struct poisson_params *p, int d, const struct poisson_face *f, const char **key)
{
    const double smallest = 1e-30;
    if (f->kind != FACE_ROBIN) return ST_OK;
    *key = key_of(p, &f->kind);
    if (isnan(f->h)) return fail(ST_CONFIG, "a robin face needs its coefficient h");
    *key = key_of(p, &f->h);
    if (f->h > 0 && f->h < smallest) return fail(ST_CONFIG, "%g is neither 0 nor at least %g", f->h, smallest);
    if (d == poisson_axis(p) || f->h == 0) return ST_OK;
    if (p->eigenvalues == EIGENVALUES_SPECTRAL)
        return fail(ST_CONFIG, "spectral eigenvalues are for axes without robin faces");
    return ST_OK;
}

static enum status check_faces(const struct poisson_params *p, const char **key)
{
    for (int d = 0; d < 3; d++) {
        const struct poisson_face *const face = p->face[d];
        for (int side = 0; side < 2; side++) {
            TRY(check_face(p, &face[side], d < poisson_dim(p), key));
            TRY(check_robin(p, d, &face[side], key));
        }
        *key = key_of(p, &face[0].kind);
        if ((face[0].kind == FACE_PERIODIC) != (face[1].kind == FACE_PERIODIC))
            return fail(ST_CONFIG, "the axis is periodic at both of its faces or at none");
    }
    return ST_OK;
}

/* Each axis has an unknown, and u fits the memory. Further needs of methods are checked where these are known. */
static enum status check_sizes(const struct poisson_params *p, const char **key)
{
    const double points = poisson_points(p);
    *key = "grid.n";
    for (int d = 0; d < poisson_dim(p); d++) {
        struct axis a;
        axis_sketch(&a, p, d);
        if (a.node && !axis_periodic(&a) && a.points < 2)
            return fail(ST_CONFIG, "along %c there is a node on each face, so at least 2", "xyz"[d]);
        if (a.unknowns < 1)
            return fail(ST_CONFIG, "along %c no node lies between the faces, which prescribe u: take at least 3",
                        "xyz"[d]);
    }
    const double bytes = points * sizeof(double);
    if (!(points < 1e15) || bytes > (double)mem_machine_bytes())
        return fail(ST_CONFIG, "%.3g points need %.3g GB, but this machine has %.3g GB of memory", points, bytes / 1e9,
                    (double)mem_machine_bytes() / 1e9);
    return ST_OK;
}

/* Formulas use the coordinates of existing axes. */
static enum status check_formulas(const struct poisson_params *p, const char **key)
{
    struct box b = {.dim = poisson_dim(p), .main = poisson_axis(p)};
    for (int d = 0; d < 3; d++) axis_sketch(&b.axis[d], p, d);
    for (const struct option *row = poisson_table; row->key; row++) {
        const struct field_spec *const spec = (const void *)((const char *)p + row->offset);
        if (row->type != OPT_FIELD || spec->form != FIELD_EXPRESSION) continue;
        if (!strncmp(row->key, "grid.", 5)) continue; /* of s, as the table says */
        struct field *field;
        const enum status s = box_field(&field, &b, spec);
        field_free(field);
        *key = s == ST_CONFIG ? row->key : NULL;
        TRY(s);
    }
    return ST_OK;
}

static enum status check_coefficients(const struct poisson_params *p, const char **key)
{
    const struct field_spec *const spec[2] = {&p->eps, &p->q};
    for (int i = 0; i < 2; i++) {
        const bool zero = i == 1;
        *key = zero ? "q" : "eps";
        if (spec[i]->form == FIELD_NUMBER && !(spec[i]->number > 0 || (zero && spec[i]->number == 0)))
            return fail(ST_CONFIG, "%g is %s 0", spec[i]->number, zero ? "below" : "not above");
    }
    *key = "mean";
    if (p->mean != 0 && !(poisson_level_free(p) && (p->q.form != FIELD_NUMBER || p->q.number == 0)))
        return fail(ST_CONFIG, "does not apply where a face or q fixes the level of u");
    return ST_OK;
}

static enum status check_probes(const struct poisson_params *p, const char **key)
{
    static const char *const taken[] = {"t",    "seconds", "residual", "min",       "max",
                                        "mean", "error",   "removed",  "iterations"};
    static const char *const of_projections[] = {"divergence_before", "divergence_after", "kinetic_energy_before",
                                                 "kinetic_energy_after", "courant"};
    const struct poisson_probe *const probe = p->probes.v;
    *key = "probes";
    for (int64_t i = 0; i < p->probes.count; i++) {
        const char *const name = probe[i].name;
        bool used = false;
        TRY(series_name(name));
        for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) used |= !strcmp(name, taken[k]);
        for (size_t k = 0; k < sizeof of_projections / sizeof *of_projections; k++)
            used |= p->projection.velocity && !strcmp(name, of_projections[k]);
        for (int64_t k = 0; k < i; k++) used |= !strcmp(name, probe[k].name);
        if (used) return fail(ST_CONFIG, "there is already a column '%.40s'", name);
        if (probe[i].at.count != poisson_dim(p))
            return fail(ST_CONFIG, "probe %.40s has %lld coordinates, but the box has %d axes", name,
                        (long long)probe[i].at.count, poisson_dim(p));
        for (int d = 0; d < poisson_dim(p); d++) {
            const double x = probe[i].at.v[d];
            if (!(x >= (p->lower.count ? p->lower.v[d] : 0) && x <= p->upper.v[d]))
                return fail(ST_CONFIG, "probe %.40s is at %c = %g, outside of the box from %g to %g", name, "xyz"[d], x,
                            p -> lower.count ? p->lower.v[d] : 0, p->upper.v[d]);
        }
    }
    return ST_OK;
}

/* Can `quantity` be the name of a field, and does no other field or coordinate have it? */
static enum status check_quantity(const struct poisson_params *p, const char **key)
{
    static const char *const taken[] = {"x", "y", "z", "gradient_x", "gradient_y", "gradient_z", "right_side"};
    enum { LONGEST = 40 };
    const char *const name = p->quantity;
    *key = "quantity";
    if (strlen(name) > LONGEST) return fail(ST_CONFIG, "the name has more than %d characters", LONGEST);
    for (const char *c = name; *c; c++)
        if (!isalpha((unsigned char)*c) && (c == name || !(isdigit((unsigned char)*c) || *c == '_')))
            return fail(ST_CONFIG, "'%s' is not a name: use letters, digits and _, with a letter first", name);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i])) return fail(ST_CONFIG, "there is already a field '%s'", name);
    const bool of_places = *name && strchr("xyz", *name) && name[1] == '_';
    return !of_places ? ST_OK : fail(ST_CONFIG, "names that begin with x_, y_ or z_ are reserved for places");
}

/* Iterations do not allow keys that are only for direct solutions. */
static enum status check_iterations(const struct poisson_params *p, const char **key)
{
    bool varies;
    *key = NULL;
    TRY(varying_wanted(&varies, p));
    *key = "together";
    if (poisson_together(p) > 1 && p->projection.velocity)
        return fail(ST_CONFIG, "velocities are projected one after the other");
    if (poisson_together(p) > 1 && varies)
        return fail(ST_CONFIG, "eps or q vary along several axes: iterations solve one right side after the other");
    if (!varies) return ST_OK;
    *key = "eigenvalues";
    if (p->eigenvalues == EIGENVALUES_SPECTRAL)
        return fail(ST_CONFIG, "spectral eigenvalues are for coefficients that vary only along the tridiagonal axis");
    *key = "projection.velocity";
    if (p->projection.velocity)
        return fail(ST_CONFIG, "a projection is for an eps that varies only along the tridiagonal axis");
    return ST_OK;
}

/* Has the method for transforms an effort, if one is given? */
static enum status check_effort(const struct poisson_params *p, const char **key)
{
    const char *const name = poisson_transform(p, HOST);
    const struct solver *s;
    *key = "effort";
    if (p->effort == EFFORT_OWN) return ST_OK;
    if (solver_find(KIND_TRANSFORM, name, HOST, &s) == ST_OK && s->options && option_find(s->options, *key))
        return ST_OK;
    return fail(ST_CONFIG, "applies only to transform = \"fftw\", which looks for plans, not to %.40s", name);
}

enum status poisson_check(void *params, const char **key)
{
    const struct poisson_params *const p = params;
    const struct solver *transform;
    TRY(check_box(p, key));
    TRY(check_places(p, key));
    TRY(check_faces(p, key));
    TRY(check_sizes(p, key));
    TRY(check_coefficients(p, key));
    TRY(check_probes(p, key));
    TRY(check_formulas(p, key));
    TRY(check_quantity(p, key));
    TRY(projection_check(p, key));
    *key = "right_side";
    if (p->right_side && p->projection.velocity)
        return fail(ST_CONFIG, "the right side of a projection is its divergence, which the result has anyway");
    TRY(check_iterations(p, key));
    *key = "transform";
    if (solver_find(KIND_TRANSFORM, poisson_transform(p, DEVICE), DEVICE, &transform) == ST_CONFIG)
        TRY(solver_find(KIND_TRANSFORM, poisson_transform(p, HOST), HOST, &transform));
    TRY(check_effort(p, key));
    *key = NULL;
    return ST_OK;
}
