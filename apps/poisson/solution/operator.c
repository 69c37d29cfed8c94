/* Sums the flows out of the volumes of a row through their six sides. */
#include "apps/poisson/solution/operator.h"

/* One side across x of the volumes of a row: the links, and the row beyond them. */
struct side {
    const double *link, *beside;
    double share; /* 1 over the width of the volumes */
};

/* The row beyond a side along axis d; on a periodic axis the first and the last are neighbours. */
static struct side side_of(const struct box *b, int d, int side, const int64_t at[3], const double *row,
                           const double *zeros)
{
    const struct axis *const a = &b->axis[d];
    const int64_t i = at[d], m = a->unknowns, step = b->stride[d], point = a->first + i + side;
    const int64_t y = d == 1 ? point : b->axis[1].first + at[1], z = d == 2 ? point : b->axis[2].first + at[2];
    const bool last = i == (side ? m - 1 : 0);
    const double *const next = row + (side ? step : -step), *const around = row + (side ? -(m - 1) : m - 1) * step;
    return (struct side){coefficients_links(b->varying, d, y, z) + b->axis[0].first,
                         !last              ? next
                         : axis_periodic(a) ? around
                                            : zeros,
                         1 / a->volume[i]};
}

static inline double outflow(const struct side *s, double here, int64_t i)
{
    return s->link[i] * (here - s->beside[i]) * s->share;
}

/* The equation of the unknown i of a row: the flow out of its volume, and q p; lower, upper: p of its neighbours along
 * x. */
static inline double apply(const struct side s[4], int sides, const double *link, const double *volume, const double *q,
                           const double *row, int64_t i, double lower, double upper)
{
    const double here = row[i];
    double sum = q[i] * here + (link[i] * (here - lower) + link[i + 1] * (here - upper)) / volume[i];
    for (int k = 0; k < sides; k++) sum += outflow(&s[k], here, i);
    return sum;
}

void operator_row(const struct box *b, const double *p, int64_t j, int64_t k, const double *zeros, double *out)
{
    const struct axis *const a = b->axis;
    const int64_t at[3] = {0, j, k}, m = a->unknowns, last = m - 1;
    const int64_t place = b->first + j * b->stride[1] + k * b->stride[2];
    const double *const row = p + place, *const volume = a->volume, *const q = b->varying->q + place;
    const double *const link = coefficients_links(b->varying, 0, a[1].first + j, a[2].first + k) + a->first;
    const int sides = 2 * (b->dim - 1);
    struct side s[4] = {{0}};
    for (int d = 1; d < b->dim; d++)
        for (int side = 0; side < 2; side++) s[2 * (d - 1) + side] = side_of(b, d, side, at, row, zeros);
    const double before = axis_periodic(a) ? row[last] : 0, behind = axis_periodic(a) ? row[0] : 0;
    out[0] = apply(s, sides, link, volume, q, row, 0, before, last > 0 ? row[1] : behind);
    out[last] = apply(s, sides, link, volume, q, row, last, last > 0 ? row[last - 1] : before, behind);
#pragma omp simd
    for (int64_t i = 1; i < last; i++) out[i] = apply(s, sides, link, volume, q, row, i, row[i - 1], row[i + 1]);
}
