/* Averages coefficients over the planes across the tridiagonal axis. */
#include "apps/poisson/problem/means.h"

#include <math.h>

#include "base/memory.h"

/* Sums over planes of unknowns. */
struct plane_sums {
    double *link, *eps, *q, *volume; /* [unknowns + 1] of logarithms; of logarithms; of q; by the area of a volume */
};

/* Adds an unknown, and the link on the lower side of it, or beyond the last one. */
static void add(const struct box *b, const struct plane_sums *s, const int64_t at[3])
{
    const struct axis *const a = &b->axis[b->main];
    const int64_t i = at[b->main];
    double area = 1;
    for (int d = 0; d < 3; d++)
        if (d != b->main) area *= b->axis[d].volume[at[d]];
    s->volume[i] += area;
    s->link[i] += area * log(coefficients_link(b, b->main, i, at));
    if (i == a->unknowns - 1) s->link[i + 1] += area * log(coefficients_link(b, b->main, i + 1, at));
    s->eps[i] += area * log(coefficients_eps(b, at));
    s->q[i] += area * b->varying->q[b->first + at[0] + at[1] * b->stride[1] + at[2] * b->stride[2]];
}

static void add_all(const struct box *b, const struct plane_sums *s)
{
    int64_t at[3];
    for (at[2] = 0; at[2] < b->axis[2].unknowns; at[2]++)
        for (at[1] = 0; at[1] < b->axis[1].unknowns; at[1]++)
            for (at[0] = 0; at[0] < b->axis[0].unknowns; at[0]++) add(b, s, at);
}

/* Sets the tridiagonal axis; a link that is 0 has a logarithm whose exponential is 0. Returns the mean of all eps. */
static double set_main(struct axis *a, const struct plane_sums *s)
{
    const int64_t m = a->unknowns;
    double sum = 0, volume = 0;
    for (int64_t i = 0; i < m; i++) {
        a->link[i] = exp(s->link[i] / s->volume[i]);
        a->eps[i] = exp(s->eps[i] / s->volume[i]);
        a->q[i] = s->q[i] / s->volume[i];
        sum += a->volume[i] * s->eps[i] / s->volume[i], volume += a->volume[i];
    }
    a->link[m] = exp(s->link[m] / s->volume[m - 1]);
    return exp(sum / volume);
}

/* Half the sum of both links of an unknown along an axis over its volume, at most; and q. */
static double stiffness_at(const struct box *b, const int64_t at[3])
{
    double most = b->varying->q[b->first + at[0] + at[1] * b->stride[1] + at[2] * b->stride[2]];
    for (int d = 0; d < b->dim; d++)
        most = fmax(most, (coefficients_link(b, d, at[d], at) + coefficients_link(b, d, at[d] + 1, at)) /
                              (2 * b->axis[d].volume[at[d]]));
    return most;
}

static double stiffness(const struct box *b)
{
    double most = 0;
    int64_t at[3];
    for (at[2] = 0; at[2] < b->axis[2].unknowns; at[2]++)
        for (at[1] = 0; at[1] < b->axis[1].unknowns; at[1]++)
            for (at[0] = 0; at[0] < b->axis[0].unknowns; at[0]++) most = fmax(most, stiffness_at(b, at));
    return most;
}

/* The resistance between a Robin face and the point next to it depends on the place: no part of its link counts as
 * inside. */
static enum status set_ends(struct axis *a, double eps)
{
    double *value;
    TRY(mem_array(&value, HOST, 2 * a->points, sizeof *value));
    for (int64_t i = 0; i < 2 * a->points; i++) value[i] = eps;
    axis_connect(a, value);
    for (int side = 0; side < 2; side++)
        if (a->kind[side] == FACE_ROBIN) a->inside[side] = 0;
    return mem_free(value), ST_OK;
}

enum status means_fill(struct box *b, const struct poisson_params *p)
{
    struct axis *const main = &b->axis[b->main];
    const int64_t m = main->unknowns;
    struct plane_sums s;
    double *sums;
    TRY(set_ends(main, 1));
    TRY(mem_array(&main->q, HOST, m, sizeof *main->q));
    TRY(mem_array(&sums, HOST, 4 * (m + 1), sizeof *sums));
    s = (struct plane_sums){sums, sums + m + 1, sums + 2 * (m + 1), sums + 3 * (m + 1)};
    add_all(b, &s);
    const double eps = set_main(main, &s);
    mem_free(sums);
    b->varying->stiffness = stiffness(b);
    for (int d = 0; d < 3; d++) {
        struct axis *const a = &b->axis[d];
        if (d == b->main) continue;
        for (int side = 0; side < 2; side++) a->h[side] = a->kind[side] == FACE_ROBIN ? p->face[d][side].h / eps : 0;
        TRY(axis_fill(a, p, d));
        for (int side = 0; side < 2; side++)
            if (a->kind[side] == FACE_ROBIN) a->inside[side] = 0;
    }
    return ST_OK;
}
