/* Evaluates links, losses, sources and the exact solution chunk by chunk. */
#include "apps/bvp/problem.h"

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

/* A formula of x, at one end. */
static enum status evaluate_end(struct bvp_problem *b, int side, const struct field_spec *spec, double *out)
{
    static const double nowhere[1];
    const double at = side ? b->grid.upper : b->grid.lower, *const column[1] = {&at};
    struct field *f;
    if (spec->form == FIELD_ABSENT) {
        *out = 0;
        return ST_OK;
    }
    TRY(grid_function(&b->grid, &f, spec));
    const enum status s = field_eval(f, 1, column, nowhere, 0, 1, out);
    field_free(f);
    return s;
}

static enum status make_end(struct bvp_problem *b, int side)
{
    const struct end_params *const given = &b->params->end[side];
    struct end *const e = &b->end[side];
    struct bvp_walk w = walk_over(side ? b->first + b->unknowns - 1 : b->first, 1);
    walk_next(&w);
    TRY(evaluate_end(b, side, given->kind == ROBIN ? &given->ambient : &given->value, &e->outside));
    TRY(evaluate_end(b, side, &given->flux, &e->flux));
    TRY(problem_place(b, &w));
    TRY(problem_links(b, &w));
    e->link = b->workspace->link[side];
    e->flux *= b->unit;
    return ST_OK;
}

static double own_bytes(const struct bvp_params *p, const struct field_spec *spec, int64_t places)
{
    return sharing_takes(p, spec, places) ? 0 : coefficient_bytes(spec, places);
}

double problem_bytes(const struct bvp_params *p, int64_t intervals)
{
    const bool placed = intervals < COEFFICIENT_KEPT;
    return (double)sizeof(struct bvp_workspace) + own_bytes(p, &p->p, 2 * intervals) +
           own_bytes(p, &p->q, intervals + 1) + own_bytes(p, &p->f, intervals + 1) +
           (placed ? (double)(intervals + 1) * (double)sizeof(double) : 0);
}

static enum status make_coefficients(struct bvp_problem *b, const struct bvp_params *p, struct evaluated *shared)
{
    const int64_t intervals = b->grid.intervals;
    const struct {
        struct coefficient *made;
        const struct field_spec *spec;
        const char *role;
        int64_t first, places;
    } of[] = {
        {&b->p, &p->p, "p", 0, 2 * intervals},
        {&b->q, &p->q, "q", b->first, intervals + 1},
        {&b->f, &p->f, "f", b->first, intervals + 1},
    };
    struct evaluated_values *kept;
    for (int c = 0; c < 3; c++) {
        TRY(sharing_find(shared, p, of[c].spec, of[c].role, intervals, of[c].places, &kept));
        TRY(coefficient_make(of[c].made, &b->grid, of[c].spec, of[c].first, of[c].places, kept));
    }
    /* A run needs it once: without others none of it is kept. */
    TRY(sharing_find(shared, p, &p->exact, "exact", intervals, intervals + 1, &kept));
    return coefficient_make(&b->exact, &b->grid, &p->exact, 0, kept ? intervals + 1 : 0, kept);
}

/* Are values to be kept that are not known yet, at places before `end`? */
static bool lacks(const struct coefficient *c, int64_t end)
{
    return c->kept && c->kept->end < end;
}

/* Evaluates what is kept, so that making the equations takes as long in a run that finds values of others. */
static enum status evaluate(struct bvp_problem *b)
{
    const double *const x = b->workspace->x + 1;
    const bool p = lacks(&b->p, 2 * b->grid.intervals), q = lacks(&b->q, b->first + b->unknowns),
               f = lacks(&b->f, b->first + b->unknowns);
    if (!p && !q && !f) return ST_OK;
    for (struct bvp_walk w = walk_over(b->first, b->unknowns); walk_next(&w);) {
        const int threads = problem_team(b, w.count);
        TRY(problem_place(b, &w));
        if (p) TRY(problem_links(b, &w));
        if (q) TRY(coefficient_at(&b->q, w.first, w.count, x, threads, b->workspace->loss));
        if (f) TRY(coefficient_at(&b->f, w.first, w.count, x, threads, b->workspace->source));
    }
    return ST_OK;
}

enum status problem_make(struct bvp_problem *b, const struct bvp_params *p, int64_t intervals, struct exec exec,
                         struct evaluated *shared)
{
    *b = (struct bvp_problem){.params = p, .exec = exec, .even = bvp_even(p), .first = p->end[0].kind == DIRICHLET};
    b->unknowns = bvp_unknowns(p, intervals);
    TRY(mem_alloc(&b->workspace, HOST, sizeof *b->workspace));
    TRY(grid_make(&b->grid, p, intervals));
    b->unit = b->even ? b->grid.width / p->p.number : 1;
    if (intervals < COEFFICIENT_KEPT) TRY(grid_keep(&b->grid, problem_team(b, intervals)));
    TRY(make_coefficients(b, p, shared));
    for (int side = 0; side < 2; side++) TRY(make_end(b, side));
    return evaluate(b);
}

void problem_free(struct bvp_problem *b)
{
    coefficient_free(&b->p);
    coefficient_free(&b->q);
    coefficient_free(&b->f);
    coefficient_free(&b->exact);
    grid_free(&b->grid);
    mem_free(b->workspace);
    *b = (struct bvp_problem){0};
}
