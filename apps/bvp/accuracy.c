/* Measures a solution in two passes: the errors over all nodes, and the residual over the unknowns, whose rows are
 * computed again in double for every kind of solver. The residual is the backward error by rows of M. Arioli, J. W.
 * Demmel and I. S. Duff, SIAM J. Matrix Anal. Appl. 10 (1989), with the largest |u| in place of each: it depends
 * neither on the scale of a row nor on how small u becomes elsewhere. Blocks of a chunk are summed in parallel and
 * joined in a fixed order.
 */
#include "apps/bvp/accuracy.h"

#include <math.h>

#include "base/field/extremes.h"

enum { BLOCK = 1 << 12, BLOCKS = CHUNK / BLOCK };

/* Errors of some nodes, or of all before. */
struct tally {
    double residual, min, max;
    double largest;                          /* |u| there, and outside of the ends; known before the rows are weighed */
    double error, exact, slope, exact_slope; /* largest |u - exact|, |exact|, and the same of slopes */
    double square, exact_square;             /* integrals */
    int64_t bad;                             /* first node whose u is not finite, or -1 */
};

static const struct tally nothing = {.min = (double)INFINITY, .max = -(double)INFINITY, .bad = -1};

static void join(struct tally *all, const struct tally *t)
{
    if (!(t->residual <= all->residual)) all->residual = t->residual; /* not a number stays */
    all->min = fmin(all->min, t->min);
    all->max = fmax(all->max, t->max);
    all->error = fmax(all->error, t->error);
    all->exact = fmax(all->exact, t->exact);
    all->slope = fmax(all->slope, t->slope);
    all->exact_slope = fmax(all->exact_slope, t->exact_slope);
    all->square += t->square;
    all->exact_square += t->exact_square;
    if (all->bad < 0) all->bad = t->bad;
}

/* The residual of the row of node first + k, which is unknown; `largest` |u| of all nodes, and of what is outside. */
static double residual(const struct equations *e, int64_t first, int64_t k, double largest)
{
    const struct bvp_problem *const b = e->problem;
    const struct bvp_workspace *const r = b->workspace;
    const int64_t node = first + k, last = b->first + b->unknowns - 1;
    const double here = equations_value(e, node);
    const double before = node == b->first ? b->end[0].outside : equations_value(e, node - 1);
    const double after = node == last ? b->end[1].outside : equations_value(e, node + 1);
    const double flux = (node == b->first ? b->end[0].flux : 0) + (node == last ? b->end[1].flux : 0);
    const double source = r->source[k] + flux, in = r->link[k], out = r->link[k + 1], loss = r->loss[k];
    const double off = source - in * (here - before) - out * (here - after) - loss * here;
    const double size = fabs(source) + (2 * in + 2 * out + fabs(loss)) * largest;
    return residual_relative(fabs(off), size);
}

static void weigh_row(const struct equations *e, int64_t first, int64_t k, struct tally *t)
{
    const double off = residual(e, first, k, t->largest);
    if (!(off <= t->residual)) t->residual = off;
}

static void weigh_node(const struct equations *e, int64_t first, int64_t k, struct tally *t)
{
    const struct bvp_problem *const b = e->problem;
    const double u = equations_value(e, first + k);
    if (!isfinite(u) && t->bad < 0) t->bad = first + k;
    t->min = extremes_min(t->min, u);
    t->max = extremes_max(t->max, u);
    if (field_absent(b->exact.field)) return;
    const double exact = b->workspace->exact[k], off = u - exact, cell = problem_cell(b, first, k);
    t->error = extremes_max(t->error, fabs(off));
    t->exact = extremes_max(t->exact, fabs(exact));
    t->square += cell * off * off;
    t->exact_square += cell * exact * exact;
    if (first + k == b->grid.intervals) return;
    const double rise = equations_value(e, first + k + 1) - u, exact_rise = b->workspace->exact[k + 1] - exact;
    const double width = problem_interval(b, first, k + 1);
    t->slope = extremes_max(t->slope, fabs(rise - exact_rise) / width);
    t->exact_slope = extremes_max(t->exact_slope, fabs(exact_rise) / width);
}

typedef void weighing(const struct equations *e, int64_t first, int64_t k, struct tally *t);

static void weigh(const struct equations *e, const struct bvp_walk *w, weighing *of, struct tally *all)
{
    struct tally block[BLOCKS];
    const int64_t blocks = (w->count - 1) / BLOCK + 1;
#pragma omp parallel for schedule(static) num_threads(problem_team(e->problem, w->count))
    for (int64_t p = 0; p < blocks; p++) {
        const int64_t end = (p + 1) * BLOCK < w->count ? (p + 1) * BLOCK : w->count;
        struct tally t = nothing;
        t.largest = all->largest;
        for (int64_t k = p * BLOCK; k < end; k++) of(e, w->first, k, &t);
        block[p] = t;
    }
    for (int64_t p = 0; p < blocks; p++) join(all, &block[p]);
}

static enum status weigh_rows(struct bvp_instance *x, struct tally *all)
{
    struct bvp_problem *const b = &x->problem;
    for (struct bvp_walk w = walk_over(b->first, b->unknowns); walk_next(&w);) {
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        weigh(&x->equations, &w, weigh_row, all);
    }
    return ST_OK;
}

/* Between the nodes of a chunk and the one behind it. */
static enum status read_probes(struct bvp_instance *x, const struct bvp_walk *w, double *value)
{
    struct bvp_problem *const b = &x->problem;
    const struct bvp_probe_params *const probe = x->params->probes.v;
    const double *const at = b->workspace->x + 1;
    const int64_t last = w->first + w->count <= b->grid.intervals ? w->count : w->count - 1;
    for (int64_t i = 0; i < x->params->probes.count; i++) {
        int64_t low = 0, high = last;
        double share;
        if (!(probe[i].at >= at[0] && probe[i].at <= at[last])) continue;
        while (high - low > 1) {
            const int64_t middle = (low + high) / 2;
            if (at[middle] <= probe[i].at) low = middle;
            else high = middle;
        }
        TRY(problem_share(b, at[low], at[high], probe[i].at, &share));
        x->place[i] = (struct bvp_place){w->first + low, share};
        value[i] = (1 - share) * equations_value(&x->equations, w->first + low) +
                   share * equations_value(&x->equations, w->first + high);
    }
    return ST_OK;
}

static void keep(const struct bvp_instance *x, const struct bvp_walk *w, const struct kept *kept)
{
    const int64_t stride = kept->stride;
    for (int64_t k = (w->first + stride - 1) / stride; k < kept->count && k * stride < w->first + w->count; k++) {
        kept->u[k] = (real)equations_value(&x->equations, k * stride);
        kept->x[k] = x->problem.workspace->x[k * stride - w->first + 1];
    }
}

static enum status weigh_nodes(struct bvp_instance *x, struct tally *all, double *probe, const struct kept *kept)
{
    struct bvp_problem *const b = &x->problem;
    for (struct bvp_walk w = walk_over(0, b->grid.intervals + 1); walk_next(&w);) {
        TRY(problem_place(b, &w));
        if (!field_absent(b->exact.field)) TRY(problem_exact(b, &w));
        weigh(&x->equations, &w, weigh_node, all);
        TRY(read_probes(x, &w, probe));
        if (kept) keep(x, &w, kept);
    }
    return ST_OK;
}

double bvp_residual_bound(const struct bvp_instance *x)
{
    return fmin(0.01, (double)REAL_EPS * (RESIDUAL_ROUNDINGS + (double)x->problem.unknowns));
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : part;
}

enum status bvp_accuracy_measure(struct bvp_instance *x, struct bvp_accuracy *out, double *probe,
                                 const struct kept *kept)
{
    struct tally all = nothing;
    const double length = x->problem.grid.upper - x->problem.grid.lower;
    TRY(weigh_nodes(x, &all, probe, kept));
    if (all.bad >= 0)
        return fail(ST_FAILED, "%lld intervals: u is %g at node %lld", (long long)x->problem.grid.intervals,
                    equations_value(&x->equations, all.bad), (long long)all.bad);
    all.largest = fmax(fabs(all.min), fabs(all.max));
    for (int side = 0; side < 2; side++)
        if (x->problem.end[side].link > 0) all.largest = fmax(all.largest, fabs(x->problem.end[side].outside));
    TRY(weigh_rows(x, &all));
    if (!isfinite(all.residual))
        return fail(ST_FAILED, "%lld intervals: the residual is %g, so u is no solution",
                    (long long)x->problem.grid.intervals, all.residual);
    *out = (struct bvp_accuracy){
        .residual = all.residual,
        .min = all.min,
        .max = all.max,
        .largest = all.largest,
        .error = share(all.error, all.exact),
        .error_rms = all.exact_square > 0 ? sqrt(all.square / all.exact_square) : sqrt(all.square / length),
        .error_slope = share(all.slope, all.exact_slope),
    };
    return ST_OK;
}
