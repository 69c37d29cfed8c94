/* The work of the stages of a split step at the faces, and the bytes that a step moves. */
#include "apps/adi/step/split.h"

void split_prescribe(const struct split *s, int axis, double share, const struct step_data *data, const real *base,
                     real *x)
{
    const struct stencil *const op = s->lines.op;
    for (int side = 0; side < 2; side++)
        if (op->grid->face[axis][side] == FACE_DIRICHLET)
            s->backend->on_face(op, axis, side, (real)share, data->stage_face[axis][side], base, x);
}

void split_add(const struct split *s, int axis, double share, const struct step_data *data, real *x)
{
    const struct stencil *const op = s->lines.op;
    for (int side = 0; side < 2; side++) {
        const real *const given = data->stage_face[axis][side];
        if (given && op->grid->face[axis][side] != FACE_DIRICHLET)
            s->backend->on_face(op, axis, side, (real)share, given, x, x);
    }
}

void split_impose(const struct backend *backend, const struct stencil *op, const struct step_data *data, real *u)
{
    for (int d = 0; d < op->grid->dim; d++)
        for (int side = 0; side < 2; side++)
            if (data->end_face[d][side]) backend->on_face(op, d, side, 1, data->end_face[d][side], NULL, u);
}

double split_bytes(const struct split *s, const struct step_data *data, bool halves)
{
    const struct stencil *const op = s->lines.op;
    const double update = 3 * (double)op->grid->points * (double)sizeof(real);
    return lines_bytes(&s->lines) + (halves ? 2 : 1) * rhs_bytes(op, data) + (halves ? 0 : update);
}
