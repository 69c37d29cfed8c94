/* Evaluates links, losses, sources and the exact solution chunk by chunk. */
#include "apps/bvp/problem/problem.h"

#include <math.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum status problem_place(struct bvp_problem *b, const struct bvp_walk *w)
{
    const struct bvp_grid *const g = &b->grid;
    const int64_t from = w->first > 0 ? w->first - 1 : 0;
    const int64_t to = w->first + w->count <= g->intervals ? w->first + w->count : g->intervals;
    const int64_t skip = from - (w->first - 1), placed = to - from + 1;
    double *const x = b->workspace->x;
    TRY(grid_place(g, from, placed, problem_team(b, w->count), x + skip));
    if (skip) x[0] = x[1];
    if (to < w->first + w->count) x[w->count + 1] = x[w->count];
    for (int64_t k = skip; !g->uniform && k < skip + placed - 1; k++)
        if (!(x[k + 1] > x[k]))
            return fail(ST_CONFIG, "%s: node %lld, at %g, is not above the one before it, at %g",
                        b->params->nodes.place ? b->params->nodes.place : "grid.ratio", (long long)(w->first + k),
                        x[k + 1], x[k]);
    return ST_OK;
}

/* The middles of both halves of the intervals `from` ... to - 1 of a chunk. A quarter is taken exactly, so that it does
 * not matter for the bits where a compiler fuses it with the sum. */
static void place_halves(struct bvp_workspace *r, int64_t from, int64_t to, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = from; k < to; k++) {
        const double quarter = 0.25 * (r->x[k + 1] - r->x[k]);
        r->at[2 * k] = r->x[k] + quarter;
        r->at[2 * k + 1] = r->x[k + 1] - quarter;
    }
}

static enum status check_halves(const struct bvp_problem *b, int64_t from, int64_t to, int threads)
{
    const struct bvp_workspace *const r = b->workspace;
    const struct field_spec *const spec = &b->params->p;
    int64_t bad = 2 * to;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(min : bad)
    for (int64_t k = 2 * from; k < 2 * to; k++)
        if (!(r->value[k] > 0) && k < bad) bad = k;
    if (bad == 2 * to) return ST_OK;
    return fail(ST_CONFIG, "%s: %g at x = %g is not above 0", spec->place ? spec->place : "p", r->value[bad],
                r->at[bad]);
}

/* p in the halves of the intervals `from` ... to - 1 of a chunk: not beyond the ends, nor at them. */
static enum status evaluate_halves(struct bvp_problem *b, const struct bvp_walk *w, int64_t from, int64_t to)
{
    struct bvp_workspace *const r = b->workspace;
    const int threads = problem_team(b, w->count);
    place_halves(r, from, to, threads);
    TRY(coefficient_at(&b->p, 2 * (w->first + from - 1), 2 * (to - from), r->at + 2 * from, threads,
                       r->value + 2 * from));
    return check_halves(b, from, to, threads);
}

static double link(const struct bvp_problem *b, int64_t first, int64_t k)
{
    const double *const p = b->workspace->value + 2 * k;
    return b->even ? 1 : 2 / (problem_interval(b, first, k) * (1 / p[0] + 1 / p[1]));
}

enum status problem_links(struct bvp_problem *b, const struct bvp_walk *w)
{
    struct bvp_workspace *const r = b->workspace;
    const struct end_params *const end = b->params->end;
    const bool lower = w->first == 0, upper = w->first + w->count > b->grid.intervals;
    const int64_t from = lower, to = w->count + !upper;
    if (!b->even) TRY(evaluate_halves(b, w, from, to));
#pragma omp parallel for schedule(static) num_threads(problem_team(b, w->count))
    for (int64_t k = from; k < to; k++) r->link[k] = link(b, w->first, k);
    if (lower) r->link[0] = end[0].kind == ROBIN ? end[0].h * b->unit : 0;
    if (upper) r->link[w->count] = end[1].kind == ROBIN ? end[1].h * b->unit : 0;
    return ST_OK;
}

enum status problem_share(struct bvp_problem *b, double x0, double x1, double x, double *share)
{
    const double linear = x1 > x0 ? (x - x0) / (x1 - x0) : 0;
    struct bvp_workspace *const r = b->workspace;
    *share = linear;
    if (b->even || !(linear > 0 && linear < 1)) return ST_OK;
    const double kept[2] = {r->x[0], r->x[1]};
    r->x[0] = x0, r->x[1] = x1;
    place_halves(r, 0, 1, 1);
    r->x[0] = kept[0], r->x[1] = kept[1];
    TRY(coefficient_anywhere(&b->p, 2, r->at, 1, r->value));
    TRY(check_halves(b, 0, 1, 1));
    const double first = 1 / r->value[0], second = 1 / r->value[1];
    *share = (first * fmin(linear, 0.5) + second * fmax(0, linear - 0.5)) / (0.5 * (first + second));
    return ST_OK;
}

/* w times a coefficient. */
static enum status integrate(struct bvp_problem *b, const struct bvp_walk *w, struct coefficient *f, double *out)
{
    const int threads = problem_team(b, w->count);
    TRY(coefficient_at(f, w->first, w->count, b->workspace->x + 1, threads, out));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t k = 0; k < w->count; k++) out[k] *= problem_cell(b, w->first, k) * b->unit;
    return ST_OK;
}

enum status problem_losses(struct bvp_problem *b, const struct bvp_walk *w)
{
    return integrate(b, w, &b->q, b->workspace->loss);
}

enum status problem_sources(struct bvp_problem *b, const struct bvp_walk *w)
{
    return integrate(b, w, &b->f, b->workspace->source);
}

enum status problem_exact(struct bvp_problem *b, const struct bvp_walk *w)
{
    const int64_t count = w->count + (w->first + w->count <= b->grid.intervals);
    return coefficient_at(&b->exact, w->first, count, b->workspace->x + 1, problem_team(b, count), b->workspace->exact);
}
