/* What is seen of a run while it goes: least and greatest temperature, heat content, probes. */
#include <math.h>

#include "apps/adi/state.h"

/* Sums are taken piece by piece, so that their bits do not depend on the number of threads. */
enum { PIECES = 64 };

struct summary {
    double least, greatest, heat;
    int64_t bad; /* first point that is not finite, or -1 */
};

/* Joules (per metre of depth in a plane problem) of one row of points along x. */
static double heat_of_row(const struct state *s, int64_t row)
{
    const struct grid *const g = &s->grid;
    const int64_t first = row * g->n[0];
    const double share = grid_share(g, 1, row % g->n[1]) * grid_share(g, 2, row / g->n[1]);
    double heat = 0;
    for (int64_t i = 0; i < g->n[0]; i++)
        heat += grid_share(g, 0, i) * (double)s->u[first + i] / stencil_inverse_capacity(&s->op, first + i);
    return share * heat;
}

static void take_row(const struct state *s, int64_t row, struct summary *sum)
{
    const int64_t first = row * s->grid.n[0], end = first + s->grid.n[0];
    for (int64_t p = first; p < end; p++) {
        const double v = (double)s->u[p];
        if (!isfinite(v) && sum->bad < 0) sum->bad = p;
        sum->least = v < sum->least ? v : sum->least;
        sum->greatest = v > sum->greatest ? v : sum->greatest;
    }
    sum->heat += heat_of_row(s, row);
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
