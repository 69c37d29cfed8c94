/* Sums eps (du/dx)^2 over the links of all axes by rows along x: the links within each row, and those between it and
 * the rows before it along y and z, which are then still in a cache. */
#include "apps/poisson/measures/energy.h"

#include "apps/poisson/measures/by_points.h"
#include "base/memory.h"

/* The sum of w (c (from - to)^2) over n. c comes before w, since the square alone may overflow or underflow. */
static double between_rows(int64_t n, double c, const double *w, const real *from, const real *to)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        const double step = (double)from[i] - (double)to[i];
        sum += w[i] * (c * step * step);
    }
    return sum;
}

/* The sum between a row and the values that a face prescribes next to it; face NULL: 0. */
static double beside_face(int64_t n, double c, const double *w, const real *row, const double *face)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        const double step = (double)row[i] - (face ? face[i] : 0);
        sum += w[i] * (c * step * step);
    }
    return sum;
}

/* eps of the links along axis d of the row with these indices; that along x is in `across`. */
static double eps_of_row(const struct box *b, int d, const int64_t at[3])
{
    return b->main == d || b->main == 0 ? 1 : axis_eps(&b->axis[b->main], at[b->main]);
}

/* The sum over the links within a row. */
static double along(const struct energy *e, const real *row, const int64_t at[3])
{
    const struct box *const b = &e->x->box;
    const struct axis *const a = b->axis;
    const double c = axis_width(&a[1], at[1]) * axis_width(&a[2], at[2]) * eps_of_row(b, 0, at);
    const int64_t m = a->unknowns, point[3] = {0, a[1].first + at[1], a[2].first + at[2]};
    double sum = between_rows(m - 1, c, a->link + 1, row, row + 1);
    if (axis_periodic(a)) return sum + between_rows(1, c, a->link, row + m - 1, row);
    for (int side = 0; side < 2; side++) {
        const double u = face_value(&e->x->source.faces, 0, side, point);
        if (a->kind[side] != FACE_NEUMANN)
            sum += beside_face(1, c * a->inside[side], a->link + side * m, row + side * (m - 1), &u);
    }
    return sum;
}

/* The sum over the links along axis d between a row and the one before it, and after the last one. `row` is the first
 * point. */
static double across(const struct energy *e, int d, const real *row, const int64_t at[3])
{
    const struct box *const b = &e->x->box;
    const struct axis *const a = &b->axis[d];
    const int other = 3 - d;
    const int64_t i = at[d], last = a->unknowns - 1, n = b->axis[0].points;
    const double c = axis_width(&b->axis[other], at[other]) * eps_of_row(b, d, at);
    double sum = 0;
    if (i < 0 || i > last) return 0;
    if (i > 0) sum = between_rows(n, c * a->link[i], e->across, row - b->stride[d], row);
    else if (axis_periodic(a)) sum = between_rows(n, c * a->link[0], e->across, row + last * b->stride[d], row);
    for (int side = 0; side < 2; side++) {
        const double *const face = e->x->source.faces.face[d][side].value;
        const int64_t place = (b->axis[other].first + at[other]) * n;
        if (axis_periodic(a) || a->kind[side] == FACE_NEUMANN || i != (side ? last : 0)) continue;
        sum += beside_face(n, c * a->inside[side] * a->link[i + side], e->across, row, face ? face + place : NULL);
    }
    return sum;
}

double energy_row(const struct energy *e, int64_t j, int64_t k)
{
    const struct box *const b = &e->x->box;
    const struct axis *const a = b->axis;
    const int64_t at[3] = {0, j - a[1].first, k - a[2].first};
    if (b->varying) return energy_row_by_points(e->x, j, k);
    const real *const row = e->x->u + j * b->stride[1] + k * b->stride[2];
    double sum = along(e, row + a->first, at);
    for (int d = 1; d < b->dim; d++) sum += across(e, d, row, at);
    return sum / 2;
}

enum status energy_make(struct energy *e, const struct instance *x)
{
    const struct axis *const a = x->box.axis;
    *e = (struct energy){.x = x};
    TRY(mem_array(&e->across, HOST, a->points, sizeof *e->across));
    for (int64_t i = 0; i < a->points; i++)
        e->across[i] = axis_width(a, i - a->first) * (x->box.main == 0 ? axis_eps(a, i - a->first) : 1);
    return ST_OK;
}

void energy_free(struct energy *e)
{
    e->across = mem_free(e->across);
}
