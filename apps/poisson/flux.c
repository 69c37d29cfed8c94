/* Sums fluxes between points, and takes gradients as their means. */
#include "apps/poisson/flux.h"

#include "apps/poisson/energy.h"

const char *const face_names[3][2] = {{"x_lower", "x_upper"}, {"y_lower", "y_upper"}, {"z_lower", "z_upper"}};

/* What links along axis d are multiplied by: eps of the row along the tridiagonal axis, whose own links hold it. A node
 * on a face of that axis has the eps of the unknown beside it. */
static double eps_across(const struct box *b, int d, const int64_t at[3])
{
    const int64_t i = at[b->main], last = b->axis[b->main].unknowns - 1;
    return d == b->main ? 1 : b->axis[b->main].eps[i < 0 ? 0 : i < last ? i : last];
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

/* What enters through a face beside the unknown `at`, per area. Where nodes are on a Dirichlet face it is what passes
 * half a spacing inside of it. */
static double enters(const struct instance *x, int d, int side, const int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    int64_t point[3];
    for (int e = 0; e < 3; e++) point[e] = x->box.axis[e].first + at[e];
    if (a->kind[side] == FACE_NEUMANN) return face_value(&x->source.faces, d, side, point);
    return side ? -inward(x, d, a->unknowns, at) : inward(x, d, 0, at);
}

static void sum_face(struct instance *x, int d, int side, struct flux *out)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    int64_t at[3] = {0};
    double sum = 0;
    at[d] = side ? a[d].unknowns - 1 : 0;
    for (at[slow] = 0; at[slow] < a[slow].unknowns; at[slow]++)
        for (at[fast] = 0; at[fast] < a[fast].unknowns; at[fast]++)
            sum += a[fast].volume[at[fast]] * a[slow].volume[at[slow]] * enters(x, d, side, at);
    out->through[d][side] = sum - x->source.charges.on_face[d][side];
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

/* The sum of energy_beside over one face. */
static double energy_beside_face(const struct instance *x, int d, int side)
{
    const struct axis *const a = x->box.axis;
    const int fast = axis_faster_other(d), slow = axis_slower_other(d);
    int64_t at[3] = {0};
    double sum = 0;
    if (a[d].kind[side] != FACE_NEUMANN || a[d].node) return 0;
    for (at[slow] = -a[slow].first; at[slow] < a[slow].points - a[slow].first; at[slow]++)
        for (at[fast] = -a[fast].first; at[fast] < a[fast].points - a[fast].first; at[fast]++)
            sum += axis_width(&a[fast], at[fast]) * axis_width(&a[slow], at[slow]) * energy_beside(x, d, side, at);
    return sum;
}

enum status flux_measure(struct instance *x, struct flux *out)
{
    *out = (struct flux){0};
    TRY(energy_between(x, &out->energy));
    for (int d = 0; d < x->box.dim; d++)
        for (int side = 0; side < 2 && !axis_periodic(&x->box.axis[d]); side++) {
            sum_face(x, d, side, out);
            out->energy += energy_beside_face(x, d, side);
        }
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

/* du/dx along axis d at a point whose other indices are those of unknowns: eps du/dx is taken as linear between both
 * sides of the volume, and beyond it up to the node on a Dirichlet face. Sets at[d]. */
static double slope(const struct instance *x, int d, int64_t point, int64_t at[3])
{
    const struct axis *const a = &x->box.axis[d];
    const int64_t i = point - a->first, near = i < 0 ? 0 : i >= a->unknowns ? a->unknowns - 1 : i;
    at[d] = near;
    const double lower = flux_across(x, d, near, at), upper = flux_across(x, d, near + 1, at);
    const double place = i < 0 ? -a->edge[0] : i > near ? a->volume[near] + a->edge[1] : a->below[near];
    const double eps = d == x->box.main ? a->eps[near] : eps_across(&x->box, d, at);
    return (lower + (upper - lower) * place / a->volume[near]) / eps;
}

/* du/dx along axis d at a node on a Dirichlet face of another axis: the slope of the parabola through it and the points
 * on both sides, or the two behind it at an end. */
static double difference(const struct instance *x, int d, const int64_t point[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t i = point[d], n = a->points;
    const bool wraps = axis_periodic(a), middle = wraps || (i > 0 && i < n - 1);
    const int64_t count = wraps || n > 2 ? 3 : n, first = middle ? i - 1 : i == 0 ? 0 : n - count;
    const real *const u = x->u + point[0] + point[1] * b->stride[1] + point[2] * b->stride[2];
    double at[3] = {0}, value[3] = {0};
    for (int64_t k = 0; k < count; k++) {
        const int64_t p = first + k, around = p < 0 ? -1 : p >= n, inside = p - around * n;
        at[k] = a->x[inside] + (double)around * (a->ends[1] - a->ends[0]) - a->x[i];
        value[k] = (double)u[(inside - i) * b->stride[d]];
    }
    if (count < 2) return 0;
    const double lower = (value[1] - value[0]) / (at[1] - at[0]);
    if (count < 3) return lower;
    const double upper = (value[2] - value[1]) / (at[2] - at[1]);
    return lower - (upper - lower) * (at[0] + at[1]) / (at[2] - at[0]);
}

static double gradient_at(const struct instance *x, int d, const int64_t point[3])
{
    int64_t at[3];
    bool inside = true;
    for (int e = 0; e < 3; e++) {
        const struct axis *const a = &x->box.axis[e];
        at[e] = point[e] - a->first;
        inside &= e == d || (at[e] >= 0 && at[e] < a->unknowns);
    }
    return inside ? slope(x, d, point[d], at) : difference(x, d, point);
}

void gradient_measure(const struct instance *x, int d, real *out)
{
    const struct axis *const a = x->box.axis;
#pragma omp parallel for collapse(2) schedule(static) num_threads(x->exec.threads)
    for (int64_t k = 0; k < a[2].points; k++)
        for (int64_t j = 0; j < a[1].points; j++)
            for (int64_t i = 0; i < a[0].points; i++) {
                const int64_t point[3] = {i, j, k};
                out[i + j * x->box.stride[1] + k * x->box.stride[2]] = (real)gradient_at(x, d, point);
            }
}
