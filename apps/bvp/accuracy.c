/* Measures a solution in two passes: the errors over all nodes, and the residual over the unknowns, whose rows are
 * computed again in double for every kind of solver. The residual is the backward error by rows of M. Arioli, J. W.
 * Demmel and I. S. Duff, SIAM J. Matrix Anal. Appl. 10 (1989), with the largest |u| in place of each: it depends
 * neither on the scale of a row nor on how small u becomes elsewhere. Blocks of a chunk are summed in parallel and
 * joined in a fixed order, from rank to rank where ranks share the nodes. */
#include "apps/bvp/accuracy.h"

#include <math.h>

#include "apps/bvp/probes.h"
#include "base/field/extremes.h"
#include "base/memory.h"

enum { BLOCK = PART_RUN, BLOCKS = CHUNK / BLOCK };

/* Integrals over nodes, of squares. */
struct squares {
    double error, exact;
};

/* Errors of some nodes; of all before, but for their squares. */
struct tally {
    double residual, min, max;
    double largest; /* |u| there, and outside of the ends; known before the rows are weighted */
    double error, exact, slope, exact_slope; /* largest |u - exact|, |exact|, and both for slopes */
    struct squares square;
    int64_t bad; /* first node whose u is not finite, or -1 */
    double bad_u;
};

static const struct tally nothing = {.min = (double)INFINITY, .max = -(double)INFINITY, .bad = -1};

static void join(struct tally *all, const struct tally *t)
{
    if (!(t->residual <= all->residual)) all->residual = t->residual; /* NaN stays */
    all->min = fmin(all->min, t->min);
    all->max = fmax(all->max, t->max);
    all->error = fmax(all->error, t->error);
    all->exact = fmax(all->exact, t->exact);
    all->slope = fmax(all->slope, t->slope);
    all->exact_slope = fmax(all->exact_slope, t->exact_slope);
    if (all->bad < 0) all->bad = t->bad, all->bad_u = t->bad_u;
}

/* The residual of the row of node first + k, whose u is unknown; `largest` |u| of all nodes, and of the values outside.
 */
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
    if (!isfinite(u) && t->bad < 0) t->bad = first + k, t->bad_u = u;
    t->min = extremes_min(t->min, u);
    t->max = extremes_max(t->max, u);
    if (field_absent(b->exact.field)) return;
    const double exact = b->workspace->exact[k], off = u - exact, cell = problem_cell(b, first, k);
    t->error = extremes_max(t->error, fabs(off));
    t->exact = extremes_max(t->exact, fabs(exact));
    t->square.error += cell * off * off;
    t->square.exact += cell * exact * exact;
    if (first + k == b->grid.intervals) return;
    const double rise = equations_value(e, first + k + 1) - u, exact_rise = b->workspace->exact[k + 1] - exact;
    const double width = problem_interval(b, first, k + 1);
    t->slope = extremes_max(t->slope, fabs(rise - exact_rise) / width);
    t->exact_slope = extremes_max(t->exact_slope, fabs(exact_rise) / width);
}

typedef void weighing(const struct equations *e, int64_t first, int64_t k, struct tally *t);

/* square: [blocks] of the chunk, or NULL. */
static void weigh(const struct equations *e, const struct bvp_walk *w, weighing *of, struct tally *all,
                  struct squares *square)
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
    for (int64_t p = 0; square && p < blocks; p++) square[p] = block[p].square;
}

static enum status weigh_rows(struct bvp_instance *x, struct tally *all)
{
    struct bvp_problem *const b = &x->problem;
    for (struct bvp_walk w = walk_over_unknowns(b); walk_next(&w);) {
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
        TRY(problem_sources(b, &w));
        weigh(&x->equations, &w, weigh_row, all, NULL);
    }
    return ST_OK;
}

static enum status weigh_nodes(struct bvp_instance *x, struct tally *all, struct squares *square, struct probed *probe,
                               const struct kept *kept)
{
    struct bvp_problem *const b = &x->problem;
    for (struct bvp_walk w = walk_over_nodes(b); walk_next(&w); square += (w.count - 1) / BLOCK + 1) {
        TRY(problem_place(b, &w));
        if (!field_absent(b->exact.field)) TRY(problem_exact(b, &w));
        weigh(&x->equations, &w, weigh_node, all, square);
        TRY(probes_read(x, &w, probe));
        if (kept) kept_take(kept, x, &w);
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

/* Over all ranks, which add their own squares one after the other. */
static enum status join_ranks(const struct bvp_part *part, struct tally *all, const struct squares *square,
                              int64_t blocks)
{
    struct comm *const c = part->comm;
    struct squares sum = {0};
    struct tally *each;
    ranks_take(c, part->upward, &sum, sizeof sum);
    for (int64_t p = 0; p < blocks; p++) sum.error += square[p].error, sum.exact += square[p].exact;
    ranks_give(c, part->upward, &sum, sizeof sum);
    ranks_spread(c, part->upward, &sum, sizeof sum);
    TRY(ranks_collect(c, all, sizeof *all, &each));
    *all = nothing;
    for (int k = 0; k < comm_size(c); k++) join(all, &each[bvp_part_rank(part, k)]);
    all->square = sum;
    mem_free(each);
    return ST_OK;
}

/* Errors of all nodes. */
static enum status measure_nodes(struct bvp_instance *x, struct tally *all, double *probe, const struct kept *kept)
{
    const struct bvp_part *const part = &x->problem.part;
    const int64_t blocks = (part->end - part->from + BLOCK - 1) / BLOCK;
    struct squares *square = NULL;
    struct probed *probed = NULL;
    enum status s = mem_array(&square, HOST, blocks, sizeof *square);
    if (s == ST_OK) s = mem_array(&probed, HOST, x->params->probes.count, sizeof *probed);
    if (s == ST_OK) s = weigh_nodes(x, all, square, probed, kept);
    s = comm_agree(part->comm, s);
    if (s == ST_OK) s = join_ranks(part, all, square, blocks);
    if (s == ST_OK) s = probes_join(x, probed, probe);
    if (s == ST_OK && kept) s = kept_collect(kept, x);
    mem_free(square);
    mem_free(probed);
    return s;
}

static enum status measure_rows(struct bvp_instance *x, struct tally *all)
{
    struct comm *const c = x->problem.part.comm;
    struct tally *each;
    TRY(comm_agree(c, weigh_rows(x, all)));
    TRY(ranks_collect(c, all, sizeof *all, &each));
    for (int r = 0; r < comm_size(c); r++) join(all, &each[r]);
    mem_free(each);
    return ST_OK;
}

enum status bvp_accuracy_measure(struct bvp_instance *x, struct bvp_accuracy *out, double *probe,
                                 const struct kept *kept)
{
    struct tally all = nothing;
    const double length = x->problem.grid.upper - x->problem.grid.lower;
    TRY(bvp_part_beside(&x->problem.part, x->equations.x, x->equations.beside));
    TRY(measure_nodes(x, &all, probe, kept));
    if (all.bad >= 0)
        return fail(ST_FAILED, "%lld intervals: u is %g at node %lld", (long long)x->problem.grid.intervals, all.bad_u,
                    (long long)all.bad);
    all.largest = fmax(fabs(all.min), fabs(all.max));
    for (int side = 0; side < 2; side++)
        if (x->problem.end[side].link > 0) all.largest = fmax(all.largest, fabs(x->problem.end[side].outside));
    TRY(measure_rows(x, &all));
    if (!isfinite(all.residual))
        return fail(ST_FAILED, "%lld intervals: the residual is %g, so u is not a solution",
                    (long long)x->problem.grid.intervals, all.residual);
    *out = (struct bvp_accuracy){
        .residual = all.residual,
        .min = all.min,
        .max = all.max,
        .largest = all.largest,
        .error = share(all.error, all.exact),
        .error_rms = all.square.exact > 0 ? sqrt(all.square.error / all.square.exact) : sqrt(all.square.error / length),
        .error_slope = share(all.slope, all.exact_slope),
    };
    return ST_OK;
}
