/* Finds jumps of p between nodes, and bounds their effect.
 *
 * The finite volumes take p in the middles of both halves of an interval. A jump at a distance d from a node or a
 * midpoint between two nodes, where they assume it, adds or removes a resistance of d |1/p- - 1/p+|. To first order
 * that is a source of potential, this resistance times the flow through it. With q at or above 0 it moves u by at most
 * as much, and the flow out of an end by as much times the flow that a unit potential there would send through the
 * jump. */
#include "apps/bvp/jumps.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/result/caveats.h"

enum { JUMPS_MAX = 4096, LOOKS = 10000, HALVINGS = 20 };

static const double least = 1e-6; /* relative to log p, and to the distance in intervals */
static const double safety = 2;   /* the bounds are of first order */

struct jump {
    double at, p[2], potential, below; /* p on both sides; resistance between the lower end and the jump */
};

struct hunt {
    struct bvp_instance *of;
    struct jump *jump; /* [JUMPS_MAX] */
    /* The state that passes from rank to rank, in addition to the jumps. */
    struct passed {
        int64_t count, looks;
        double resistance; /* between the lower end and the nodes that were passed */
        double loss;       /* integral of q where it is above 0 */
    } all;
};

static bool evaluate(const struct bvp_problem *b, double at, double *out)
{
    return coefficient_anywhere(&b->p, 1, &at, 1, out) == ST_OK && *out > 0;
}

static double step(const double *p)
{
    return fabs(log(p[1] / p[0]));
}

/* Does the change of p between two places, of values p, remain between places a millionth as far apart? */
static bool halve(const struct bvp_problem *b, double low, double high, const double *p, struct jump *out)
{
    double value[3] = {p[0], 0, p[1]};
    const double whole = step(p);
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (!evaluate(b, middle, &value[1])) return false;
        const bool upper = step(value + 1) > step(value);
        if (!(step(value + upper) > 0.5 * whole)) return false;
        if (upper) low = middle, value[0] = value[1];
        else high = middle, value[2] = value[1];
    }
    *out = (struct jump){.at = 0.5 * (low + high), .p = {value[0], value[2]}};
    return true;
}

/* Does p change by so much more from a sample to the next than before and after that it may jump? */
static bool stands_out(const double *p, int64_t j, int64_t from, int64_t to)
{
    const double here = step(p + j);
    const double before = j > from ? step(p + j - 1) : HUGE_VAL, behind = j + 2 < to ? step(p + j + 1) : HUGE_VAL;
    const double smooth = fmin(before, behind);
    return here > least && (here > 2 * smooth || isinf(smooth));
}

/* A jump in interval k of a chunk. */
static void take(struct hunt *h, const struct bvp_walk *w, int64_t k, double before, struct jump jump)
{
    const struct equations *const e = &h->of->equations;
    const struct bvp_workspace *const r = h->of->problem.workspace;
    const double low = r->x[k], high = r->x[k + 1], middle = 0.5 * (low + high);
    const double distance = fmin(fabs(jump.at - middle), fmin(jump.at - low, high - jump.at));
    const double flow = r->link[k] * (equations_value(e, w->first + k) - equations_value(e, w->first + k - 1));
    if (distance <= 2 * least * (high - low) + 16 * DBL_EPSILON * fabs(jump.at) || h->all.count == JUMPS_MAX) return;
    jump.potential = fabs(flow) * distance * fabs(1 / jump.p[0] - 1 / jump.p[1]);
    jump.below = before + (jump.at - low) / jump.p[0];
    h->jump[h->all.count++] = jump;
}

/* The nodes begin ... end - 1 of a chunk that are of this rank, and its samples, of the intervals from ... to - 1. */
struct sight {
    int64_t begin, end, from, to;
};

/* Interval k is in front of node first + k, and samples 2 k and 2 k + 1 are in its halves. The interval before the
 * first node of this rank, or of the chunk, was looked at after the one before. */
static void look(struct hunt *h, const struct bvp_walk *w, struct sight s)
{
    const struct bvp_workspace *const r = h->of->problem.workspace;
    const int64_t to = s.end + 1 < s.to ? s.end + 1 : s.to;
    for (int64_t j = 2 * (s.begin > s.from ? s.begin : s.from); j < 2 * to - 1; j++) {
        const int64_t k = j / 2;
        const double own = k > s.begin && r->link[k] > 0 ? 1 / r->link[k] : 0, before = h->all.resistance;
        struct jump jump;
        if (j % 2 && k > s.begin) h->all.resistance += own;
        if (j == 2 * s.begin || !(fabs(r->value[j + 1] - r->value[j]) > least * r->value[j])) continue;
        if (!stands_out(r->value, j, 2 * s.from, 2 * s.to) || ++h->all.looks > LOOKS) continue;
        if (!halve(&h->of->problem, r->at[j], r->at[j + 1], r->value + j, &jump)) continue;
        const bool next = j % 2 && jump.at >= r->x[k + 1];
        take(h, w, k + next, next ? h->all.resistance : before, jump);
    }
    if (to - 1 > s.begin) h->all.resistance += 1 / r->link[to - 1];
}

/* Over the complete chunks in which this rank has nodes, so that jumps are judged by the same samples on any number of
 * ranks. */
static enum status walk(struct hunt *h)
{
    struct bvp_problem *const b = &h->of->problem;
    const struct bvp_part *const part = &b->part;
    const int64_t nodes = b->grid.intervals + 1, from = part->from / CHUNK * CHUNK;
    for (struct bvp_walk w = walk_over(from, nodes - from); walk_next(&w) && w.first < part->end;) {
        struct sight s = {.from = w.first == 0, .to = w.count + (w.first + w.count < nodes)};
        s.begin = part->from > w.first ? part->from - w.first : 0;
        s.end = part->end - w.first < w.count ? part->end - w.first : w.count;
        TRY(problem_place(b, &w));
        TRY(problem_links(b, &w));
        TRY(problem_losses(b, &w));
        for (int64_t k = s.begin; k < s.end; k++) h->all.loss += fmax(0, b->workspace->loss[k]);
        look(h, &w, s);
    }
    return ST_OK;
}

/* One rank after the other: jumps, and the data by which they are judged, are those of one rank. */
static enum status walk_in_turn(struct hunt *h)
{
    struct comm *const c = h->of->problem.part.comm;
    const int order = h->of->problem.part.upward;
    const int64_t bytes = JUMPS_MAX * (int64_t)sizeof *h->jump;
    ranks_take(c, order, &h->all, sizeof h->all);
    ranks_take(c, order, h->jump, bytes);
    const enum status s = walk(h);
    ranks_give(c, order, &h->all, sizeof h->all);
    ranks_give(c, order, h->jump, bytes);
    TRY(comm_agree(c, s));
    ranks_spread(c, order, &h->all, sizeof h->all);
    ranks_spread(c, order, h->jump, bytes);
    return ST_OK;
}

/* The most that a unit potential outside of an end sends through the jump: the flow that the resistance up to there
 * lets through, and at most all that enters, by Dirichlet's principle with the u of the same rod without losses. */
static double conductance(const struct hunt *h, const struct jump *j, int side)
{
    const struct end_params *const end = h->of->problem.params->end;
    double outside[2];
    for (int i = 0; i < 2; i++) outside[i] = end[i].kind == ROBIN ? 1 / end[i].h : 0;
    if (end[side].kind == NEUMANN) return 0; /* its flow is given */
    const double there = outside[side] + (side ? h->all.resistance - j->below : j->below);
    const double whole = end[1 - side].kind == NEUMANN ? 0 : 1 / (outside[0] + h->all.resistance + outside[1]);
    return fmin(1 / there, whole + h->all.loss);
}

static void sum(const struct hunt *h, struct bvp_jumps *out)
{
    double most = -1;
    out->count = h->all.count;
    for (int64_t i = 0; i < h->all.count; i++) {
        const struct jump *const j = &h->jump[i];
        out->off += safety * j->potential;
        for (int side = 0; side < 2; side++) out->flux_off[side] += safety * j->potential * conductance(h, j, side);
        if (j->potential > most) most = j->potential, out->at = j->at;
    }
}

/* A dataset jumps midway between nodes or, interpolated, nowhere. */
static bool may_jump(const struct bvp_problem *b)
{
    const struct field_spec *const p = &b->params->p;
    return !b->even && (p->form != FIELD_DATASET || p->nearest);
}

enum status bvp_jumps_find(struct bvp_instance *x, struct bvp_jumps *out)
{
    struct hunt h = {.of = x};
    *out = (struct bvp_jumps){0};
    if (!may_jump(&x->problem)) return ST_OK;
    TRY(comm_agree(x->problem.part.comm, mem_array(&h.jump, HOST, JUMPS_MAX, sizeof *h.jump)));
    const enum status s = walk_in_turn(&h);
    if (s == ST_OK) sum(&h, out);
    mem_free(h.jump);
    return s;
}

void bvp_jumps_doubt(const struct bvp_jumps *jumps, int64_t intervals)
{
    if (!jumps->count) return;
    char others[64] = "";
    if (jumps->count > 1) snprintf(others, sizeof others, ", and at %lld more places", (long long)jumps->count - 1);
    caveat("%lld intervals: p jumps at x = %.6g%s, between nodes: flows and u are of first order there, u may be off "
           "by %.2g: choose the grid so that each jump lies on a node or midway between two",
           (long long)intervals, jumps->at, others, jumps->off);
}
