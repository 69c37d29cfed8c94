/* Takes differences along rows by vectors: first the slopes on both sides of each volume, then those at its point. */
#include "apps/poisson/measures/slopes.h"

#include "apps/poisson/measures/by_points.h"

/* A row of unknowns along x: that of the points or, where they are on a Dirichlet face of axis d, the one next to it.
 */
struct row_at {
    const struct instance *x;
    int d;
    int64_t at[3]; /* indices as unknowns */
    const real *u; /* the first unknown of the row */
};

/* eps at the unknowns of a row: e[i * step]. */
struct eps_row {
    const double *e;
    int64_t step;
};

static struct eps_row eps_of(const struct row_at *r)
{
    const struct box *const b = &r->x->box;
    const double *const eps = b->axis[b->main].eps;
    return b->main == 0 ? (struct eps_row){eps, 1} : (struct eps_row){eps + r->at[b->main], 0};
}

/* The values that face `side` of axis d = 1, 2 prescribes next to the row, from its first unknown on; NULL: they are 0.
 */
static const double *beside(const struct row_at *r, int side)
{
    const struct axis *const a = r->x->box.axis;
    const double *const face = r->x->source.faces.face[r->d][side].value;
    const int other = 3 - r->d;
    return face ? face + (a[other].first + r->at[other]) * a[0].points + a[0].first : NULL;
}

/* out[n] = c (upper - lower). */
static void differ(int64_t n, double c, const real *lower, const real *upper, double *out)
{
#pragma omp simd
    for (int64_t i = 0; i < n; i++) out[i] = c * ((double)upper[i] - (double)lower[i]);
}

/* out[n] = c (u - face); face NULL: 0. */
static void differ_from(int64_t n, double c, const real *u, const double *face, double *out)
{
    if (!face) {
#pragma omp simd
        for (int64_t i = 0; i < n; i++) out[i] = c * (double)u[i];
        return;
    }
#pragma omp simd
    for (int64_t i = 0; i < n; i++) out[i] = c * ((double)u[i] - face[i]);
}

/* out[n] = sign flux / eps. */
static void divide(int64_t n, double sign, const double *flux, struct eps_row eps, double *out)
{
    for (int64_t i = 0; i < n; i++) out[i] = flux ? sign * flux[i] / eps.e[i * eps.step] : 0;
}

/* The slopes along d = 1, 2 on the lower or the upper side of the volumes of a row: eps du/dx there over the eps of
 * this row. */
static void side_of(const struct row_at *r, int side, double *out)
{
    const struct axis *const a = &r->x->box.axis[r->d];
    const int64_t i = r->at[r->d], m = a->unknowns, n = r->x->box.axis[0].unknowns, step = r->x->box.stride[r->d];
    const bool last = i == (side ? m - 1 : 0);
    const double c = a->link[i + side] / (r->d == r->x->box.main ? a->eps[i] : 1);
    const real *const next = last ? r->u + (side ? -(m - 1) : m - 1) * step : r->u + (side ? step : -step);
    if (last && a->kind[side] == FACE_NEUMANN) divide(n, side ? 1 : -1, beside(r, side), eps_of(r), out);
    else if (last && !axis_periodic(a)) differ_from(n, side ? -c : c, r->u, beside(r, side), out);
    else differ(n, c, side ? r->u : next, side ? next : r->u, out);
}

double slopes_share(const struct axis *a, int64_t i, int64_t near)
{
    const double place = i < near ? -a->edge[0] : i > near ? a->volume[near] + a->edge[1] : a->below[near];
    return place / a->volume[near];
}

/* Along y or z. */
static void slopes_across(const struct row_at *r, double share, double *scratch, double *out)
{
    const int64_t n = r->x->box.axis[0].unknowns;
    double *const lower = scratch, *const upper = scratch + n + 1;
    side_of(r, 0, lower);
    side_of(r, 1, upper);
#pragma omp simd
    for (int64_t i = 0; i < n; i++) out[i] = lower[i] + (upper[i] - lower[i]) * share;
}

/* eps du/dx at an end of a row along x, over the eps of the row unless links along x hold it. */
static double end_of(const struct row_at *r, int side)
{
    const struct axis *const a = r->x->box.axis;
    const int64_t m = a->unknowns, point[3] = {0, a[1].first + r->at[1], a[2].first + r->at[2]};
    const double given = face_value(&r->x->source.faces, 0, side, point), near = (double)r->u[side ? m - 1 : 0],
                 eps = r->x->box.main == 0 ? 1 : *eps_of(r).e;
    if (a->kind[side] == FACE_NEUMANN) return (side ? given : -given) / eps;
    const double beyond = axis_periodic(a) ? (double)r->u[side ? 0 : m - 1] : given;
    return a->link[side ? m : 0] * (side ? beyond - near : near - beyond);
}

static double at_share(const struct axis *a, const double *flux, int64_t i, double share)
{
    return (flux[i] + (flux[i + 1] - flux[i]) * share) / a->eps[i];
}

static void flux_along(const struct row_at *r, double *flux)
{
    const struct axis *const a = r->x->box.axis;
    const int64_t m = a->unknowns;
    flux[0] = end_of(r, 0), flux[m] = end_of(r, 1);
#pragma omp simd
    for (int64_t i = 1; i < m; i++) flux[i] = a->link[i] * ((double)r->u[i] - (double)r->u[i - 1]);
}

/* At the nodes on faces at the ends of a row along x. */
static void ends_along(const struct axis *a, const double *flux, double *out)
{
    const int64_t m = a->unknowns, last = a->first + m;
    if (a->first > 0) out[0] = at_share(a, flux, 0, slopes_share(a, -1, 0));
    if (last < a->points) out[last] = at_share(a, flux, m - 1, slopes_share(a, m, m - 1));
}

/* Along x; out begins at the first point. a->eps is 1 unless x is the tridiagonal axis. */
static void slopes_along(const struct row_at *r, double *scratch, double *out)
{
    const struct axis *const a = r->x->box.axis;
    double *const flux = scratch, *const inside = out + a->first;
    flux_along(r, flux);
#pragma omp simd
    for (int64_t i = 0; i < a->unknowns; i++)
        inside[i] = (flux[i] + (flux[i + 1] - flux[i]) * (a->below[i] / a->volume[i])) / a->eps[i];
    ends_along(a, flux, out);
}

double slopes_difference(const struct instance *x, int d, const int64_t point[3])
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

static int64_t nearest(const struct axis *a, int64_t i)
{
    return i < 0 ? 0 : i < a->unknowns ? i : a->unknowns - 1;
}

static void differences(const struct instance *x, int d, int64_t j, int64_t k, int64_t from, int64_t to, double *out)
{
    for (int64_t i = from; i < to; i++) out[i] = slopes_difference(x, d, (const int64_t[]){i, j, k});
}

/* The row of unknowns that is nearest to a row of points with these indices. */
static struct row_at row_near(const struct instance *x, int d, int64_t j, int64_t k)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    struct row_at r = {.x = x, .d = d, .at = {0, nearest(&a[1], j - a[1].first), nearest(&a[2], k - a[2].first)}};
    r.u = x->u + b->first + r.at[1] * b->stride[1] + r.at[2] * b->stride[2];
    return r;
}

void slopes_flux(const struct instance *x, int64_t j, int64_t k, double *flux)
{
    const struct row_at r = row_near(x, 0, j, k);
    flux_along(&r, flux);
}

void slopes_ends(const struct instance *x, int d, int64_t j, int64_t k, const double *flux, double *out)
{
    const struct axis *const a = x->box.axis;
    if (d == 0) {
        ends_along(a, flux, out);
    } else {
        differences(x, d, j, k, 0, a->first, out);
        differences(x, d, j, k, a->first + a->unknowns, a->points, out);
    }
}

void slopes_row(const struct instance *x, int d, int64_t j, int64_t k, double *scratch, double *out)
{
    const struct axis *const a = x->box.axis;
    const int64_t row[3] = {0, j - a[1].first, k - a[2].first};
    const struct row_at r = row_near(x, d, j, k);
    bool inside = true;
    if (x->box.varying) {
        slopes_row_by_points(x, d, j, k, out);
        return;
    }
    for (int e = 1; e < 3; e++) inside &= e == d || r.at[e] == row[e];
    if (!inside) {
        differences(x, d, j, k, 0, a->points, out);
    } else if (d == 0) {
        slopes_along(&r, scratch, out);
    } else {
        slopes_across(&r, slopes_share(&a[d], row[d], r.at[d]), scratch, out + a->first);
        slopes_ends(x, d, j, k, NULL, out);
    }
}
