/* Sums eps (du/dx)^2 over the links of all axes by rows along x: the links within each row, and those between it and
 * the rows before it along y and z, which are then still in a cache. Each row has a sum of its own, so that the bits
 * are the same for any number of threads. */
#include "apps/poisson/measures/energy.h"

#include "base/memory.h"

/* The rows of points along x. */
struct rows {
    const struct instance *x;
    double *across; /* [points along x] width, by eps where x is the tridiagonal axis: areas of links of other axes */
};

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

/* The same between a row and what a face prescribes beside it; face NULL: 0. */
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
static double along(const struct rows *r, const real *row, const int64_t at[3])
{
    const struct box *const b = &r->x->box;
    const struct axis *const a = b->axis;
    const double c = axis_width(&a[1], at[1]) * axis_width(&a[2], at[2]) * eps_of_row(b, 0, at);
    const int64_t m = a->unknowns, point[3] = {0, a[1].first + at[1], a[2].first + at[2]};
    double sum = between_rows(m - 1, c, a->link + 1, row, row + 1);
    if (axis_periodic(a)) return sum + between_rows(1, c, a->link, row + m - 1, row);
    for (int side = 0; side < 2; side++) {
        const double u = face_value(&r->x->source.faces, 0, side, point);
        if (a->kind[side] != FACE_NEUMANN) sum += beside_face(1, c, a->link + side * m, row + side * (m - 1), &u);
    }
    return sum;
}

/* The sum over the links along axis d between a row and the one before it, and behind the last one. `row` is the first
 * point. */
static double across(const struct rows *r, int d, const real *row, const int64_t at[3])
{
    const struct box *const b = &r->x->box;
    const struct axis *const a = &b->axis[d];
    const int other = 3 - d;
    const int64_t i = at[d], last = a->unknowns - 1, n = b->axis[0].points;
    const double c = axis_width(&b->axis[other], at[other]) * eps_of_row(b, d, at);
    double sum = 0;
    if (i < 0 || i > last) return 0;
    if (i > 0) sum = between_rows(n, c * a->link[i], r->across, row - b->stride[d], row);
    else if (axis_periodic(a)) sum = between_rows(n, c * a->link[0], r->across, row + last * b->stride[d], row);
    for (int side = 0; side < 2; side++) {
        const double *const face = r->x->source.faces.face[d][side].value;
        const int64_t place = (b->axis[other].first + at[other]) * n;
        if (axis_periodic(a) || a->kind[side] == FACE_NEUMANN || i != (side ? last : 0)) continue;
        sum += beside_face(n, c * a->link[i + side], r->across, row, face ? face + place : NULL);
    }
    return sum;
}

static double of_row(const struct rows *r, int64_t j, int64_t k)
{
    const struct box *const b = &r->x->box;
    const struct axis *const a = b->axis;
    const int64_t at[3] = {0, j - a[1].first, k - a[2].first};
    const real *const row = r->x->u + j * b->stride[1] + k * b->stride[2];
    double sum = along(r, row + a->first, at);
    for (int d = 1; d < b->dim; d++) sum += across(r, d, row, at);
    return sum;
}

enum status energy_between(const struct instance *x, double *out)
{
    const struct axis *const a = x->box.axis;
    const int64_t rows = a[1].points * a[2].points;
    const int threads = exec_for(x->exec, (double)x->box.points * 2 * sizeof(real) / THREAD_RATE).threads;
    struct rows r = {.x = x};
    double *sum;
    *out = 0;
    TRY(mem_array(&sum, HOST, rows + a[0].points, sizeof *sum));
    r.across = sum + rows;
    for (int64_t i = 0; i < a[0].points; i++)
        r.across[i] = axis_width(a, i - a->first) * (x->box.main == 0 ? axis_eps(a, i - a->first) : 1);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < rows; q++) sum[q] = of_row(&r, q % a[1].points, q / a[1].points);
    for (int64_t q = 0; q < rows; q++) *out += sum[q] / 2;
    mem_free(sum);
    return ST_OK;
}
