/* Compares a solution with elimination in long double, and estimates the condition of the matrix. */
#include "apps/bvp/rounding.h"

#include <math.h>
#include <stdlib.h>

#include "apps/bvp/elimination.h"
#include "apps/bvp/flux.h"
#include "base/memory.h"
#include "base/result/caveats.h"

enum { CONDITION_MAX = CHUNK }; /* unknowns: beyond, coefficients would be evaluated again for each step */

/* A node that a probe reads, and its weight. */
struct reading {
    int64_t node, probe;
    double weight;
};

struct comparison {
    struct elimination e;
    struct reading *reading; /* [readings], from the upper end down */
    int64_t readings, next;
    double *probe_off;
    double low, high;            /* u of all nodes */
    long double low_is, high_is; /* in long double */
    const struct bvp_instance *of;
    struct flux flux;
    long double above; /* resistance between the node and what is outside of the upper end */
    double off;
};

static double source(const void *context, int64_t first, int64_t k)
{
    const struct bvp_problem *const b = ((const struct comparison *)context)->e.problem;
    const int64_t node = first + k, last = b->first + b->unknowns - 1;
    return b->workspace->source[k] + (node == b->first ? end_source(&b->end[0]) : 0) +
           (node == last ? end_source(&b->end[1]) : 0);
}

static void compare(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    struct comparison *const c = context;
    const struct bvp_problem *const b = c->e.problem;
    const struct bvp_workspace *const r = b->workspace;
    const bool last = first + k == b->first + b->unknowns - 1;
    const double here = equations_value(&c->of->equations, first + k), off = (double)fabsl((long double)here - u);
    c->above = last ? 1 / (long double)b->end[1].link : c->above + 1 / (long double)r->link[k + 1];
    if (last) flux_begin(&c->flux, b, row->below + c->above);
    flux_add(&c->flux, b, (long double[]){row->below, c->above}, r->source[k], r->loss[k], here, off);
    if (!(off <= c->off)) c->off = isfinite(off) ? off : HUGE_VAL;
    if (here < c->low) c->low = here;
    if (here > c->high) c->high = here;
    if (u < c->low_is) c->low_is = u;
    if (u > c->high_is) c->high_is = u;
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

static void take_extreme(struct comparison *c, double u)
{
    c->low = fmin(c->low, u), c->high = fmax(c->high, u);
    c->low_is = fminl(c->low_is, (long double)u), c->high_is = fmaxl(c->high_is, (long double)u);
}

/* The half cells of ends whose u is prescribed. */
static enum status add_ends(struct comparison *c)
{
    struct bvp_problem *const b = c->e.problem;
    for (int side = 0; side < 2; side++) {
        const long double all = c->flux.resistance, resistance[] = {side ? all : 0, side ? 0 : all};
        struct bvp_walk w = walk_over(side ? b->grid.intervals : 0, 1);
        if (b->params->end[side].kind != DIRICHLET) continue;
        walk_next(&w);
        TRY(problem_place(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        flux_add(&c->flux, b, resistance, b->workspace->source[0], b->workspace->loss[0], b->end[side].outside, 0);
        take_extreme(c, b->end[side].outside);
    }
    return ST_OK;
}

static enum status measure(struct comparison *c, struct bvp_rounding *out)
{
    c->low = HUGE_VAL, c->low_is = HUGE_VALL, c->high = -HUGE_VAL, c->high_is = -HUGE_VALL;
    TRY(make_readings(c));
    TRY(elimination_solve(&c->e, source, compare, c));
    TRY(add_ends(c));
    out->off = c->off;
    out->extreme_off[0] = (double)fabsl((long double)c->low - c->low_is);
    out->extreme_off[1] = (double)fabsl((long double)c->high - c->high_is);
    for (int side = 0; side < 2; side++) {
        out->flux[side] = (double)(c->flux.out[side] / (long double)c->e.problem->unit);
        out->flux_off[side] = c->flux.off[side] / c->e.problem->unit;
    }
    return ST_OK;
}

/* N. J. Higham's form of W. W. Hager's estimate (ACM Trans. Math. Softw. 14, 1988) of the norm of A^-1 D, D being the
 * sums of |A| by rows: the largest of A^-1 D s for the signs s of the row of A^-1 where it was largest before. With all
 * q at or above 0 A^-1 has no sign but +, and the first step is exact. */
struct search {
    struct elimination e;
    uint64_t *minus; /* bits of nodes whose sign is -; or NULL: none */
    int64_t unit;    /* node of the unit vector, or -1 */
    double largest;
    int64_t at;
};

static double row_size(const struct elimination *e, int64_t first, int64_t k)
{
    const double in = elimination_before(e, first, k), out = elimination_behind(e, first, k);
    return fabs(in + out + elimination_loss(e, first, k)) + in + out;
}

static double signed_size(const void *context, int64_t first, int64_t k)
{
    const struct search *const s = context;
    const int64_t node = first + k;
    if (s->unit >= 0) return node == s->unit;
    return s->minus && (s->minus[node / 64] >> node % 64 & 1) ? -row_size(&s->e, first, k) : row_size(&s->e, first, k);
}

static void find_largest(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    struct search *const s = context;
    const double size = (double)fabsl(u);
    (void)row;
    if (size <= s->largest) return;
    s->largest = isfinite(size) ? size : HUGE_VAL, s->at = first + k;
}

static void keep_sign(void *context, int64_t first, int64_t k, long double u, const struct elimination_row *row)
{
    const struct search *const s = context;
    const int64_t node = first + k;
    (void)row;
    if (u < 0) s->minus[node / 64] |= (uint64_t)1 << node % 64;
    else s->minus[node / 64] &= ~((uint64_t)1 << node % 64);
}

static enum status search(struct search *s)
{
    enum { STEPS = 4 };
    s->unit = -1, s->largest = 0, s->at = -1;
    TRY(elimination_solve(&s->e, signed_size, find_largest, s));
    if (!s->e.negative) return ST_OK;
    TRY(mem_array(&s->minus, HOST, s->e.problem->grid.intervals / 64 + 1, sizeof *s->minus));
    for (int step = 0; step < STEPS && isfinite(s->largest); step++) {
        const double before = s->largest;
        s->unit = s->at;
        TRY(elimination_solve(&s->e, signed_size, keep_sign, s));
        s->unit = -1;
        TRY(elimination_solve(&s->e, signed_size, find_largest, s));
        if (s->largest <= before) return ST_OK;
    }
    return ST_OK;
}

/* The largest of the eigenvalues of waves that the grid has, and those of the equation, differ by a share of q h^2 /
 * (12 p) of q. This changes u by as much times the factor by which q enlarges the inverse. */
static enum status estimate(struct search *s, struct bvp_rounding *out)
{
    const struct bvp_problem *const b = s->e.problem;
    const double n = (double)b->unknowns;
    TRY(search(s));
    out->condition = s->largest;
    if (!s->e.negative || (b->params->end[0].kind == NEUMANN && b->params->end[1].kind == NEUMANN)) return ST_OK;
    const double share = s->e.loss_share;
    s->minus = mem_free(s->minus);
    s->e.without_losses = true;
    TRY(search(s));
    out->grid_error = out->condition / s->largest * share * share * n * n / 24;
    return ST_OK;
}

enum status bvp_rounding_measure(struct bvp_instance *x, struct bvp_rounding *out, double *probe_off)
{
    struct comparison c = {.of = x, .probe_off = probe_off};
    struct search s = {.at = -1};
    *out = (struct bvp_rounding){.condition = (double)NAN};
    enum status st = elimination_make(&c.e, &x->problem);
    if (st == ST_OK) st = measure(&c, out);
    s.e = c.e;
    s.e.placed = -1; /* add_ends has left the cells of the ends in the workspace */
    if (st == ST_OK && x->problem.unknowns <= CONDITION_MAX) st = estimate(&s, out);
    mem_free(s.minus);
    mem_free(c.reading);
    elimination_free(&c.e);
    return st;
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
