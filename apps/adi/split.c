#include "apps/adi/split.h"

static void on_face(const struct plane *f, double share, const real *given, const real *base, real *x)
{
    for (int64_t a = 0; a < f->count[0]; a++)
        for (int64_t b = 0; b < f->count[1]; b++) {
            const int64_t q = plane_point(f, a, b);
            x[q] = (base ? base[q] : 0) + (given ? (real)share * given[a * f->count[1] + b] : 0);
        }
}

void split_prescribe(const struct grid *g, int axis, double share, const struct step_data *data, const real *base,
                     real *x)
{
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(g, axis, side);
        if (g->face[axis][side] == FACE_DIRICHLET) on_face(&f, share, data->stage_face[axis][side], base, x);
    }
}

void split_add(const struct grid *g, int axis, double share, const struct step_data *data, real *x)
{
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(g, axis, side);
        const real *const given = data->stage_face[axis][side];
        if (given && g->face[axis][side] != FACE_DIRICHLET) on_face(&f, share, given, x, x);
    }
}

double split_bytes(const struct split *s, const struct step_data *data, bool halves)
{
    const struct stencil *const op = s->lines.op;
    const double update = 3 * (double)op->grid->points * (double)sizeof(real);
    return lines_bytes(&s->lines) + (halves ? 2 : 1) * rhs_bytes(op, data) + (halves ? 0 : update);
}
