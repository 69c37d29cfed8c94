/* Compares a solution with elimination in long double. */
#include "apps/bvp/rounding.h"

#include <math.h>
#include <stdlib.h>

#include "apps/bvp/condition.h"
#include "apps/bvp/flux.h"
#include "apps/bvp/problem/reference.h"
#include "base/memory.h"
#include "base/result/caveats.h"

/* A node that a probe reads, and its weight. */
struct reading {
    int64_t node, probe;
    double weight;
};

/* Solutions compared at the nodes from the upper end down to one. */
struct compared {
    double low, high;            /* u of all nodes */
    long double low_is, high_is; /* in long double */
    struct flux flux;
    long double above; /* resistance between the node and what is outside of the upper end */
    double off;
};

struct comparison {
    struct elimination e;
    struct reading *reading; /* [readings], from the upper end down */
    int64_t readings, next;
    double *probe_off;
    struct bvp_instance *of;
    bool resistances; /* matter */
    struct compared all;
};

static double source(const void *context, int64_t first, int64_t k)
{
    const struct bvp_problem *const b = ((const struct comparison *)context)->e.problem;
    const int64_t node = first + k, last = b->first + b->unknowns - 1;
    return b->workspace->source[k] + (node == b->first ? end_source(&b->end[0]) : 0) +
           (node == last ? end_source(&b->end[1]) : 0);
}

/* below: the resistance from the lower end to the node, where that matters. */
static void compare(struct comparison *c, int64_t first, int64_t k, long double u, long double below)
{
    struct compared *const all = &c->all;
    const struct bvp_problem *const b = &c->of->problem;
    const struct bvp_workspace *const r = b->workspace;
    const bool last = first + k == b->first + b->unknowns - 1;
    const double here = equations_value(&c->of->equations, first + k), off = (double)fabsl((long double)here - u);
    if (c->resistances)
        all->above = last ? 1 / (long double)b->end[1].link : all->above + 1 / (long double)r->link[k + 1];
    if (last) flux_begin(&all->flux, b, below + all->above);
    flux_add(&all->flux, b, (long double[]){below, all->above}, r->source[k], r->loss[k], here, off);
    if (!(off <= all->off)) all->off = isfinite(off) ? off : HUGE_VAL;
    if (here < all->low) all->low = here;
    if (here > all->high) all->high = here;
    if (u < all->low_is) all->low_is = u;
    if (u > all->high_is) all->high_is = u;
    while (c->next < c->readings && c->reading[c->next].node > first + k) c->next++;
    for (; c->next < c->readings && c->reading[c->next].node == first + k; c->next++)
        c->probe_off[c->reading[c->next].probe] += c->reading[c->next].weight * (double)((long double)here - u);
}

static int downward(const void *a, const void *b)
{
    const struct reading *const x = a, *const y = b;
    return (x->node < y->node) - (x->node > y->node);
}

static enum status make_readings(struct comparison *c)
{
    const struct bvp_instance *const x = c->of;
    const int64_t probes = x->params->probes.count;
    TRY(mem_array(&c->reading, HOST, 2 * probes, sizeof *c->reading));
    c->readings = 2 * probes;
    for (int64_t i = 0; i < probes; i++) {
        const struct bvp_place *const p = &x->place[i];
        c->probe_off[i] = 0;
        c->reading[2 * i] = (struct reading){p->low, i, 1 - p->share};
        c->reading[2 * i + 1] = (struct reading){p->low + 1, i, p->share};
    }
    if (probes) qsort(c->reading, (size_t)(2 * probes), sizeof *c->reading, downward);
    return ST_OK;
}

static void take_extreme(struct compared *c, double u)
{
    c->low = fmin(c->low, u), c->high = fmax(c->high, u);
    c->low_is = fminl(c->low_is, (long double)u), c->high_is = fmaxl(c->high_is, (long double)u);
}

/* The half cells of ends whose u is prescribed. */
static enum status add_ends(struct comparison *c)
{
    struct bvp_problem *const b = c->e.problem;
    for (int side = 0; side < 2; side++) {
        const long double all = c->all.flux.resistance, resistance[] = {side ? all : 0, side ? 0 : all};
        struct bvp_walk w = walk_over(side ? b->grid.intervals : 0, 1);
        if (b->params->end[side].kind != DIRICHLET) continue;
        walk_next(&w);
        TRY(problem_place(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        flux_add(&c->all.flux, b, resistance, b->workspace->source[0], b->workspace->loss[0], b->end[side].outside, 0);
        take_extreme(&c->all, b->end[side].outside);
    }
    return ST_OK;
}

static enum status prepare(struct comparison *c)
{
    TRY(elimination_make(&c->e, &c->of->problem));
    c->resistances = c->e.resistances = reference_has_resistance(c->of->params);
    return make_readings(c);
}

static void take(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    struct comparison *const c = context;
    const struct bvp_problem *const b = &c->of->problem;
    compare(c, first, k, u, row->below);
    if (!b->reference) return;
    reference_keep(b, REFERENCE_U, first + k, u);
    if (c->resistances) reference_keep(b, REFERENCE_BELOW, first + k, row->below);
}

/* Compares with the solution that another run has found. */
static enum status compare_with_known(struct comparison *c)
{
    struct bvp_problem *const b = &c->of->problem;
    for (int64_t chunk = (b->unknowns - 1) / CHUNK; chunk >= 0; chunk--) {
        struct bvp_walk w = walk_over_unknowns(b);
        w.first += chunk * CHUNK;
        walk_next(&w);
        TRY(problem_place(b, &w));
        if (c->resistances) TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        for (int64_t k = w.count - 1; k >= 0; k--)
            compare(c, w.first, k, reference_read(b, REFERENCE_U, w.first + k),
                    c->resistances ? reference_read(b, REFERENCE_BELOW, w.first + k) : 0);
    }
    return ST_OK;
}

static enum status compare_all(struct comparison *c)
{
    const struct bvp_problem *const b = &c->of->problem;
    c->all = (struct compared){.low = HUGE_VAL, .low_is = HUGE_VALL, .high = -HUGE_VAL, .high_is = -HUGE_VALL};
    if (b->reference && reference_is_known(b)) return compare_with_known(c);
    return elimination_solve(&c->e, source, take, c, (struct elimination_carried){&c->all, sizeof c->all});
}

static enum status measure(struct comparison *c, struct bvp_rounding *out)
{
    const struct compared *const all = &c->all;
    struct comm *const ranks = c->of->problem.part.comm;
    TRY(comm_agree(ranks, prepare(c)));
    TRY(compare_all(c));
    TRY(ranks_sum(ranks, c->probe_off, c->of->params->probes.count)); /* each reading belongs to one rank */
    TRY(comm_agree(ranks, add_ends(c)));
    out->off = all->off;
    out->extreme_off[0] = (double)fabsl((long double)all->low - all->low_is);
    out->extreme_off[1] = (double)fabsl((long double)all->high - all->high_is);
    for (int side = 0; side < 2; side++) {
        out->flux[side] = (double)(all->flux.out[side] / (long double)c->e.problem->unit);
        out->flux_off[side] = all->flux.off[side] / c->e.problem->unit;
    }
    return ST_OK;
}

/* The condition depends on the problem, too: if it is known, all else is. */
static enum status find_condition(struct elimination *e, struct bvp_rounding *out)
{
    const struct bvp_problem *const b = e->problem;
    double *const kept = b->reference ? reference_behind(b) : NULL;
    if (kept && reference_is_known(b)) {
        out->condition = kept[REFERENCE_CONDITION], out->grid_error = kept[REFERENCE_GRID_ERROR];
        return ST_OK;
    }
    e->resistances = false;
    TRY(bvp_condition_estimate(e, &out->condition, &out->grid_error));
    if (!kept) return ST_OK;
    kept[REFERENCE_CONDITION] = out->condition, kept[REFERENCE_GRID_ERROR] = out->grid_error;
    b->reference->end = b->reference->count;
    return ST_OK;
}

enum status bvp_rounding_measure(struct bvp_instance *x, struct bvp_rounding *out, double *probe_off)
{
    struct comparison c = {.of = x, .probe_off = probe_off};
    *out = (struct bvp_rounding){.condition = (double)NAN};
    enum status s = measure(&c, out);
    c.e.placed = -1; /* add_ends has left the cells of the ends in the workspace */
    if (s == ST_OK) s = find_condition(&c.e, out);
    mem_free(c.reading);
    elimination_free(&c.e);
    return s;
}

static const double doubtful_rounding = 1e-3, doubtful_grid = 0.3;

double bvp_rounding_of_extreme(const struct bvp_rounding *r, int which, double largest)
{
    const double rounding = r->off > doubtful_rounding * largest ? r->off : 0;
    const double grid = r->grid_error > doubtful_grid ? r->grid_error * largest : 0;
    return fmax(r->extreme_off[which], fmax(rounding, grid));
}

bool bvp_rounding_spoils(const struct bvp_rounding *r, double largest)
{
    return r->off > doubtful_rounding * largest || r->grid_error > doubtful_grid;
}

void bvp_rounding_doubt(const struct bvp_rounding *r, int64_t intervals, double largest)
{
    const double share = largest > 0 ? r->off / largest : r->off;
    const long long n = intervals;
    if (r->off > doubtful_rounding * largest && isnan(r->condition))
        caveat("%lld intervals: rounding errors change u by %.2g times its largest value", n, share);
    else if (r->off > doubtful_rounding * largest)
        caveat("%lld intervals: the problem is nearly singular, condition %.1e: rounding errors change u by %.2g times "
               "its largest value",
               n, r->condition, share);
    else if (r->grid_error > doubtful_grid)
        caveat("%lld intervals: the error of the grid may change u by %.2g times its largest value: the problem is "
               "nearly singular, condition %.1e, or the grid is too coarse",
               n, r->grid_error, r->condition);
}
