/* What is seen of a run while it goes: least and greatest temperature, heat content, probes. */
#include <math.h>

#include "apps/adi/state.h"

/* Sums are taken piece by piece and in parts side by side, in an order that neither the number of threads nor
 * the compiler changes. */
enum { PIECES = 64, PARTS = 16 };

struct summary {
    double least, greatest, heat;
    int64_t bad; /* first point that is not finite, or -1 */
};

struct parts {
    real least[PARTS], greatest[PARTS];
    double heat[PARTS], bad[PARTS]; /* bad: NaN, or 0 */
};

static inline void take(struct parts *x, int q, real v, double capacity)
{
    x->least[q] = v < x->least[q] ? v : x->least[q];
    x->greatest[q] = v > x->greatest[q] ? v : x->greatest[q];
    x->heat[q] += capacity * (double)v;
    x->bad[q] += (double)(v - v);
}

/* n points along x; at each, the inverse of a capacity, or NULL where it is 1. */
static struct parts take_points(int64_t n, const real *restrict u, const real *restrict inverse)
{
    struct parts x;
    const int64_t whole = n - n % PARTS;
    for (int q = 0; q < PARTS; q++) {
        x.least[q] = INFINITY, x.greatest[q] = -INFINITY;
        x.heat[q] = x.bad[q] = 0;
    }
    if (inverse)
        for (int64_t i = 0; i < whole; i += PARTS)
            for (int q = 0; q < PARTS; q++) take(&x, q, u[i + q], 1 / (double)inverse[i + q]);
    else
        for (int64_t i = 0; i < whole; i += PARTS)
            for (int q = 0; q < PARTS; q++) take(&x, q, u[i + q], 1);
    for (int64_t i = whole; i < n; i++) take(&x, (int)(i - whole), u[i], inverse ? 1 / (double)inverse[i] : 1);
    return x;
}

static int64_t first_bad(const real *u, int64_t first)
{
    while (isfinite(u[first])) first++;
    return first;
}

/* Joules (per metre of depth in a plane problem); nodes at the ends own half a cell. */
static void take_row(const struct state *s, int64_t row, struct summary *sum)
{
    const struct grid *const g = &s->grid;
    const int64_t n = g->n[0], first = row * n, last = first + n - 1;
    const double share = grid_share(g, 1, row % g->n[1]) * grid_share(g, 2, row / g->n[1]);
    const struct parts x = take_points(n, s->u + first, s->op.shared ? NULL : s->op.inverse_capacity + first);
    double bad = 0, heat = 0;
    for (int q = 0; q < PARTS; q++) {
        sum->least = fmin(sum->least, (double)x.least[q]);
        sum->greatest = fmax(sum->greatest, (double)x.greatest[q]);
        heat += x.heat[q];
        bad += x.bad[q];
    }
    if (s->op.shared) heat /= stencil_inverse_capacity(&s->op, first);
    heat -= (1 - grid_share(g, 0, 0)) * (double)s->u[first] / stencil_inverse_capacity(&s->op, first);
    heat -= (1 - grid_share(g, 0, n - 1)) * (double)s->u[last] / stencil_inverse_capacity(&s->op, last);
    sum->heat += share * heat;
    if (isnan(bad) && sum->bad < 0) sum->bad = first_bad(s->u, first);
}

static struct summary summarize(const struct state *s)
{
    const struct grid *const g = &s->grid;
    const int64_t rows = g->points / g->n[0];
    struct summary piece[PIECES], all = {INFINITY, -INFINITY, 0, -1};
#pragma omp parallel for schedule(static) num_threads(s->op.exec.threads)
    for (int i = 0; i < PIECES; i++) {
        piece[i] = (struct summary){INFINITY, -INFINITY, 0, -1};
        for (int64_t row = rows * i / PIECES; row < rows * (i + 1) / PIECES; row++) take_row(s, row, &piece[i]);
    }
    for (int i = 0; i < PIECES; i++) {
        all.least = fmin(all.least, piece[i].least);
        all.greatest = fmax(all.greatest, piece[i].greatest);
        all.heat += piece[i].heat;
        if (all.bad < 0) all.bad = piece[i].bad;
    }
    for (int d = 0; d < g->dim; d++) all.heat *= g->spacing[d];
    return all;
}

static enum status not_finite(const struct state *s, int64_t step, int64_t point)
{
    const struct grid *const g = &s->grid;
    int64_t at[3];
    grid_indices(g, point, at);
    return fail(ST_FAILED, "the temperature is %g after step %lld at node (%lld, %lld, %lld), (%g, %g, %g) m",
                (double)s->u[point], (long long)step, (long long)at[0], (long long)at[1], (long long)at[2],
                grid_coordinate(g, 0, at[0]), grid_coordinate(g, 1, at[1]), grid_coordinate(g, 2, at[2]));
}

/* Multilinear between the nodes around a point. */
static double interpolate(const struct state *s, const double *at)
{
    const struct grid *const g = &s->grid;
    int64_t below[3] = {0}, above[3] = {0};
    double part[3] = {0}, sum = 0;
    for (int d = 0; d < g->dim; d++) {
        const int64_t n = g->n[d], last = grid_periodic(g, d) ? n - 1 : n - 2;
        const double x = (at[d] - g->origin[d]) / g->spacing[d];
        below[d] = x < 0 ? 0 : x > (double)last ? last : (int64_t)x;
        above[d] = (below[d] + 1) % n;
        part[d] = x - (double)below[d];
    }
    for (int corner = 0; corner < 1 << g->dim; corner++) {
        double weight = 1;
        int64_t p = 0;
        for (int d = 0; d < g->dim; d++) {
            const bool up = corner >> d & 1;
            weight *= up ? part[d] : 1 - part[d];
            p += (up ? above : below)[d] * grid_stride(g, d);
        }
        sum += weight * (double)s->u[p];
    }
    return sum;
}

enum status state_sample(struct state *s, int64_t step, struct series *series)
{
    const struct summary all = summarize(s);
    const struct probe_params *const probe = s->params.probes.v;
    if (all.bad >= 0) return not_finite(s, step, all.bad);
    TRY(series_put(series, "time", "s", s->params.dt * (double)step));
    TRY(series_put(series, "min", "K", all.least));
    TRY(series_put(series, "max", "K", all.greatest));
    TRY(series_put(series, "energy", s->grid.dim == 3 ? "J" : "J/m", all.heat));
    for (int64_t i = 0; i < s->params.probes.count; i++)
        TRY(series_put(series, probe[i].name, "K", interpolate(s, probe[i].at.v)));
    return ST_OK;
}
