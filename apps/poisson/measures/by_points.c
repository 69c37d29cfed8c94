/* Takes links of points one by one. */
#include "apps/poisson/measures/by_points.h"

#include "apps/poisson/measures/flux.h"
#include "apps/poisson/measures/slopes.h"
#include "apps/poisson/problem/coefficients.h"

static double value(const struct instance *x, const int64_t point[3])
{
    return (double)x->u[point[0] + point[1] * x->box.stride[1] + point[2] * x->box.stride[2]];
}

/* The square of the flux through a link over the link, per area; of a Robin face, whose resistance is 1 / link, without
 * the share of its 1 / h. */
static double energy_of(const struct instance *x, int d, int side, const int64_t point[3], double link)
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t i = point[d] - a->first, end = side ? a->unknowns - 1 : 0;
    int64_t beside[3] = {point[0], point[1], point[2]};
    if (i != end || axis_periodic(a)) {
        beside[d] = point[d] + (side ? 1 : -1);
        if (i == end) beside[d] = side ? 0 : a->points - 1;
        const double step = value(x, point) - value(x, beside);
        return link * step * step;
    }
    const double step = value(x, point) - face_value(&x->source.faces, d, side, point);
    if (a->kind[side] == FACE_DIRICHLET) return link * step * step;
    return link * step * step * (1 - link / x->params->face[d][side].h);
}

/* The links along axis d on the lower side of a point, and after the last one. */
static double energy_along(const struct instance *x, int d, const int64_t point[3])
{
    const struct box *const b = &x->box;
    const struct axis *const a = &b->axis[d];
    const int64_t i = point[d] - a->first;
    double area = 1, sum = 0;
    if (i < 0 || i >= a->unknowns) return 0;
    for (int e = 0; e < 3; e++)
        if (e != d) area *= axis_width(&b->axis[e], point[e] - b->axis[e].first);
    for (int side = 0; side < 2; side++) {
        if (side && (axis_periodic(a) || i < a->unknowns - 1)) continue;
        int64_t at[3] = {point[0], point[1], point[2]};
        at[d] += side;
        const double link = coefficients_links(b->varying, d, at[1], at[2])[at[0]];
        if (link > 0) sum += energy_of(x, d, side, point, link);
    }
    return area * sum;
}

double energy_row_by_points(const struct instance *x, int64_t j, int64_t k)
{
    double sum = 0;
    for (int64_t i = 0; i < x->box.axis[0].points; i++)
        for (int d = 0; d < x->box.dim; d++) sum += energy_along(x, d, (const int64_t[]){i, j, k});
    return sum / 2;
}

/* eps du/dx is linear between both sides of a volume, and beyond it up to the node on a Dirichlet face. */
static double slope_at(const struct instance *x, int d, const int64_t point[3])
{
    const struct box *const b = &x->box;
    int64_t at[3];
    for (int e = 0; e < 3; e++) {
        const struct axis *const a = &b->axis[e];
        const int64_t i = point[e] - a->first;
        at[e] = i < 0 ? 0 : i < a->unknowns ? i : a->unknowns - 1;
        if (e != d && at[e] != i) return slopes_difference(x, d, point);
    }
    const double share = slopes_share(&b->axis[d], point[d] - b->axis[d].first, at[d]);
    const double lower = flux_across(x, d, at[d], at), upper = flux_across(x, d, at[d] + 1, at);
    return (lower + (upper - lower) * share) / coefficients_eps(b, at);
}

void slopes_row_by_points(const struct instance *x, int d, int64_t j, int64_t k, double *out)
{
    for (int64_t i = 0; i < x->box.axis[0].points; i++) out[i] = slope_at(x, d, (const int64_t[]){i, j, k});
}
