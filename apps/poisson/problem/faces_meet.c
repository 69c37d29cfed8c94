/* Compares the values that pairs of faces prescribe along the edges of the box. */
#include "apps/poisson/problem/faces_meet.h"

#include <math.h>

#include "base/either_precision.h"

/* One face next to an edge of the box. */
struct beside {
    const struct faces *f;
    int axis, side;
    int along, end; /* the edge is at that end of this axis of the face */
};

/* u of the face at a place of its edge, from the two points next to it; adds its change between them. */
static double value_at(const struct beside *b, int64_t place, double *change)
{
    const struct axis *const a = &b->f->box->axis[b->along];
    const int64_t near = b->end ? a->points - 1 : 0, next = a->points < 2 ? near : b->end ? near - 1 : 1;
    int64_t at[3] = {place, place, place};
    at[b->along] = near;
    const double value = face_value(b->f, b->axis, b->side, at);
    at[b->along] = next;
    const double step = value - face_value(b->f, b->axis, b->side, at);
    *change += fabs(step);
    return next == near ? value : value + step * (a->ends[b->end] - a->x[near]) / (a->x[near] - a->x[next]);
}

static void compare(const struct beside of[2], double *most, struct contradiction *out)
{
    static const double rounding = 1e-9; /* relative: formulas of two faces that agree differ by less */
    const int64_t places = of[0].f->box->axis[3 - of[0].axis - of[1].axis].points;
    for (int64_t p = 0; p < places; p++) {
        double change = 0;
        const double u[2] = {value_at(&of[0], p, &change), value_at(&of[1], p, &change)}, off = fabs(u[0] - u[1]);
        if (!(off > change + rounding * (fabs(u[0]) + fabs(u[1]))) || !(off > *most)) continue;
        *most = off;
        for (int i = 0; i < 2; i++) out->axis[i] = of[i].axis, out->side[i] = of[i].side, out->u[i] = u[i];
    }
}

static bool prescribes(const struct box *b, int axis, int side)
{
    return b->axis[axis].kind[side] == FACE_DIRICHLET;
}

bool faces_contradict(const struct faces *f, struct contradiction *out)
{
    double most = 0;
    for (int d = 0; d < f->box->dim; d++)
        for (int e = d + 1; e < f->box->dim; e++)
            for (int corner = 0; corner < 4; corner++) {
                const int one = corner % 2, other = corner / 2;
                const struct beside of[2] = {{f, d, one, e, other}, {f, e, other, d, one}};
                if (prescribes(f->box, d, one) && prescribes(f->box, e, other)) compare(of, &most, out);
            }
    return most > 0;
}
