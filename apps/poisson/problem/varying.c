/* Tries to read coefficients as those of layers. */
#include "apps/poisson/problem/varying.h"

#include "apps/poisson/problem/box.h"
#include "base/field/field.h"

/* Formulas of layers use only the coordinate of the tridiagonal axis, and datasets have only this axis. */
static enum status find_layers(bool *is, const struct field_spec *spec, const struct axis *a, int d)
{
    static const char *const letter[3] = {"x t", "y t", "z t"};
    const struct field_axis places = axis_places(a);
    struct field *field;
    const enum status s = field_make(&field, spec, letter[d], 1, &places);
    field_free(field);
    *is = s != ST_CONFIG; /* a fault of another kind is met again where layers are read */
    return s == ST_NOMEM ? s : ST_OK;
}

static bool has_robin_beside_layers(const struct poisson_params *p)
{
    for (int d = 0; d < poisson_dim(p); d++)
        for (int side = 0; side < 2; side++)
            if (d != poisson_axis(p) && poisson_face_kind(&p->face[d][side]) == FACE_ROBIN) return true;
    return false;
}

enum status varying_wanted(bool *out, const struct poisson_params *p)
{
    const struct field_spec *const spec[2] = {&p->eps, &p->q};
    struct axis a = {0};
    *out = false;
    if (p->eps.form == FIELD_NUMBER && p->q.form == FIELD_NUMBER) return ST_OK;
    enum status s = axis_place(&a, p, poisson_axis(p));
    for (int i = 0; s == ST_OK && i < 2; i++) {
        bool layers = true;
        if (spec[i]->form != FIELD_NUMBER) s = find_layers(&layers, spec[i], &a, poisson_axis(p));
        *out |= !layers;
    }
    axis_free(&a);
    *out |= p->eps.form != FIELD_NUMBER && has_robin_beside_layers(p);
    return s;
}

bool poisson_can_share(const struct poisson_params *p)
{
    bool varies;
    return !p->projection.velocity && poisson_together(p) == 1 && varying_wanted(&varies, p) == ST_OK && !varies;
}
