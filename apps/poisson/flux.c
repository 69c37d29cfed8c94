/* Sums fluxes over faces, row by row of points on each. */
#include "apps/poisson/flux.h"

#include "base/memory.h"

const char *const face_names[3][2] = {{"x_lower", "x_upper"}, {"y_lower", "y_upper"}, {"z_lower", "z_upper"}};

/* The factor of links along axis d: eps at the row's place on the tridiagonal axis, whose own links hold it already. */
static double eps_across(const struct box *b, int d, const int64_t at[3])
{
    return d == b->main ? 1 : axis_eps(&b->axis[b->main], at[b->main]);
}

static const real *unknown(const struct instance *x, const int64_t at[3])
{
    const struct box *const b = &x->box;
    return x->u + b->first + at[0] + at[1] * b->stride[1] + at[2] * b->stride[2];
}

/* -eps du/dx along axis d between unknowns i - 1 and i; beyond the ends u is what the face prescribes, and on a
 * periodic axis the unknown at the other end. */
static double inward(const struct instance *x, int d, int64_t i, const int64_t at[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t m = a->unknowns;
    int64_t from[3] = {at[0], at[1], at[2]}, point[3];
    double lower, upper;
    for (int e = 0; e < 3; e++) point[e] = b->axis[e].first + at[e];
    from[d] = i > 0 ? i - 1 : m - 1;
    lower = i > 0 || axis_periodic(a) ? (double)*unknown(x, from) : face_value(&x->source.faces, d, 0, point);
    from[d] = i < m ? i : 0;
    upper = i < m || axis_periodic(a) ? (double)*unknown(x, from) : face_value(&x->source.faces, d, 1, point);
    return a->link[i] * (lower - upper) * eps_across(b, d, at);
}

/* The flux that enters through a face beside the unknown `at`, per area. If nodes are on a Dirichlet face, it is the
 * flux half a spacing inside of it. */
static double enters(const struct instance *x, int d, int side, const int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    int64_t point[3];
    for (int e = 0; e < 3; e++) point[e] = x->box.axis[e].first + at[e];
    if (a->kind[side] == FACE_NEUMANN) return face_value(&x->source.faces, d, side, point);
    return side ? -inward(x, d, a->unknowns, at) : inward(x, d, 0, at);
}

/* The sum over one row of points on a face, along the faster axis of the face. */
typedef double row_sum(const struct instance *x, int d, int side, int64_t slow);

static double inflow_of_row(const struct instance *x, int d, int side, int64_t row)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    int64_t at[3] = {0};
    double sum = 0;
    at[d] = side ? a[d].unknowns - 1 : 0, at[slow] = row;
    for (at[fast] = 0; at[fast] < a[fast].unknowns; at[fast]++)
        sum += a[fast].volume[at[fast]] * enters(x, d, side, at);
    return a[slow].volume[row] * sum;
}

/* The energy that a prescribed flux has between the face and the middle of the cell beside it, per area of the face:
 * width flux^2 / (2 eps). */
static double energy_beside(const struct instance *x, int d, int side, int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    const int64_t last = a->points - 1;
    at[d] = side ? last : 0;
    const double width = side ? a->ends[1] - a->x[last] : a->x[0] - a->ends[0];
    const double flux = enters(x, d, side, at);
    return width * flux * (flux / a->eps[at[d]] / eps_across(&x->box, d, at)) / 2;
}

static double energy_beside_row(const struct instance *x, int d, int side, int64_t row)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    int64_t at[3] = {0};
    double sum = 0;
    at[slow] = row;
    for (at[fast] = -a[fast].first; at[fast] < a[fast].points - a[fast].first; at[fast]++)
        sum += axis_width(&a[fast], at[fast]) * energy_beside(x, d, side, at);
    return axis_width(&a[slow], row) * sum;
}

/* The sum over the rows first ... end - 1 of a face; sums[end - first]. Each row has a sum of its own, so that the bits
 * are the same for any number of threads. */
static double over_rows(const struct instance *x, int d, int side, int64_t first, int64_t end, row_sum *of,
                        double *sums)
{
    static const double point = 1e-8; /* seconds */
    const int threads = exec_for(x->exec, point * (double)(x->box.points / x->box.axis[d].points)).threads;
    double all = 0;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t row = first; row < end; row++) sums[row - first] = of(x, d, side, row);
    for (int64_t row = first; row < end; row++) all += sums[row - first];
    return all;
}

static void measure_face(const struct instance *x, int d, int side, double *sums, struct flux *out)
{
    const struct axis *const a = &x->box.axis[d], *const slow = &x->box.axis[axis_slower_other(d)];
    out->through[d][side] =
        over_rows(x, d, side, 0, slow->unknowns, inflow_of_row, sums) - x->source.charges.on_face[d][side];
    if (a->kind[side] == FACE_NEUMANN && !a->node)
        out->energy += over_rows(x, d, side, -slow->first, slow->points - slow->first, energy_beside_row, sums);
}

enum status flux_measure(const struct instance *x, double between, struct flux *out)
{
    const struct axis *const a = x->box.axis;
    double *sums;
    *out = (struct flux){.energy = between};
    TRY(mem_array(&sums, HOST, a[1].points > a[2].points ? a[1].points : a[2].points, sizeof *sums));
    for (int d = 0; d < x->box.dim; d++)
        for (int side = 0; side < 2 && !axis_periodic(&a[d]); side++) measure_face(x, d, side, sums, out);
    mem_free(sums);
    return ST_OK;
}

double flux_across(const struct instance *x, int d, int64_t i, const int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    int64_t point[3];
    for (int e = 0; e < 3; e++) point[e] = x->box.axis[e].first + at[e];
    if (i == 0 && a->kind[0] == FACE_NEUMANN) return -face_value(&x->source.faces, d, 0, point);
    if (i == a->unknowns && a->kind[1] == FACE_NEUMANN) return face_value(&x->source.faces, d, 1, point);
    return -inward(x, d, i, at);
}
