/* Finds the likeliest state: the stationary distribution to a few digits, by multilevel aggregation.
 *
 * A level holds a chain as flows F_ij >= 0 from state j to state i, under a guess of the distribution, and corrections
 * y, 1 at first, that are to balance them:
 *
 *     sum_j F_ij y_j = y_i sum_j F_ji
 *
 * Gauss-Seidel smooths y, down and up. Then each state is paired with the neighbour of the largest flow to it, the
 * flows F_ij y_j between pairs are the chain of the next level, and its corrections multiply those of the pairs.
 * Nothing is subtracted, so that all stays positive. The distribution of the first level is multiplied by y, and that
 * is a cycle.
 *
 * G. Horton, S. T. Leutenegger, A multi-level solution algorithm for steady-state Markov chains, SIGMETRICS 1994,
 * section 3; pairs by strength, H. De Sterck and others, Multilevel adaptive aggregation for Markov chains, SIAM J.
 * Sci. Comput. 30 (2008), section 4. Stored in double; values fall no lower than TINY of the largest, which falsifies
 * tails, not the mode. Sequential. A cycle takes about 25 flops and 40 bytes an entry of all levels; together they
 * have no more than three times the entries of A. */
#include "solvers/sparse/multilevel_mode.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "solvers/batch/workspace.h"

enum {
    LEVELS_MAX = 40,
    CYCLES_MAX = 30,
    FLOWS = 3,   /* flows of all levels, relative to those of the first */
    SMALL = 1024 /* states of a level that is visited twice: where rare moves decide, one visit is too few */
};

static const double TINY = 1e-200;
static const double BALANCED = 1e-3; /* imbalance, relative to all flows, at which the answer is accepted */
static const double LIKELY =
    0.5; /* the likeliest state of the cycle before is accepted if it has this part of the largest value */

struct level {
    int64_t n;
    int64_t *start;  /* [n + 1] */
    int32_t *column; /* of each flow */
    double *flow;
    double *out, *y; /* [n] */
    int32_t *pair;   /* [n] state of the next level */
};

struct likely {
    struct level level[LEVELS_MAX];
    int32_t *head, *next; /* members of each pair, in a list */
    int64_t *mark;        /* where the flow from each pair was put last */
    double *x;
    int64_t flows; /* capacity for those of all levels */
};

/* The levels share common arrays: the pairs of n states are no more than n / 2 + 1. */
static int64_t lay_out(struct likely *l, int64_t n, int64_t entries, void *at)
{
    struct workspace workspace = {at, 0};
    struct level *const first = &l->level[0];
    const int64_t states = 2 * n + 2 * LEVELS_MAX;
    first->start = workspace_take(&workspace, (states + LEVELS_MAX) * (int64_t)sizeof *first->start);
    first->out = workspace_take(&workspace, states * (int64_t)sizeof *first->out);
    first->y = workspace_take(&workspace, states * (int64_t)sizeof *first->y);
    first->pair = workspace_take(&workspace, states * (int64_t)sizeof *first->pair);
    first->column = workspace_take(&workspace, FLOWS * entries * (int64_t)sizeof *first->column);
    first->flow = workspace_take(&workspace, FLOWS * entries * (int64_t)sizeof *first->flow);
    l->head = workspace_take(&workspace, n * (int64_t)sizeof *l->head);
    l->next = workspace_take(&workspace, n * (int64_t)sizeof *l->next);
    l->mark = workspace_take(&workspace, n * (int64_t)sizeof *l->mark);
    l->x = workspace_take(&workspace, n * (int64_t)sizeof *l->x);
    l->flows = FLOWS * entries;
    first->n = n;
    return workspace.used;
}

int64_t multilevel_mode_bytes(int64_t n, int64_t entries)
{
    struct likely l;
    return lay_out(&l, n, entries, NULL);
}

/* Begins level d + 1, with n states, after level d; its flows are added later. */
static void level_follow(struct likely *l, int d, int64_t n)
{
    const struct level *const fine = &l->level[d];
    const int64_t flows = fine->start[fine->n];
    l->level[d + 1] = (struct level){.n = n,
                                     .start = fine->start + fine->n + 1,
                                     .column = fine->column + flows,
                                     .flow = fine->flow + flows,
                                     .out = fine->out + fine->n,
                                     .y = fine->y + fine->n,
                                     .pair = fine->pair + fine->n};
}

static void relax(struct level *l, int64_t i)
{
    double in = 0;
    for (int64_t e = l->start[i]; e < l->start[i + 1]; e++) in += l->flow[e] * l->y[l->column[e]];
    if (l->out[i] > 0) l->y[i] = fmax(in / l->out[i], TINY);
}

static void smooth(struct level *l)
{
    for (int64_t i = 0; i < l->n; i++) relax(l, i);
    for (int64_t i = l->n - 1; i >= 0; i--) relax(l, i);
}

/* Sets corrections to 1, and computes the flow out of each state. */
static void level_begin(struct level *l)
{
    memset(l->out, 0, (size_t)l->n * sizeof *l->out);
    for (int64_t e = 0; e < l->start[l->n]; e++) l->out[l->column[e]] += l->flow[e];
    for (int64_t i = 0; i < l->n; i++) l->y[i] = 1;
}

/* The neighbour of state i with the largest flow to it, among states in pairs or among the others; -1: none. */
static int32_t strongest(const struct level *l, int64_t i, bool paired, double *flow)
{
    int32_t best = -1;
    *flow = -1;
    for (int64_t e = l->start[i]; e < l->start[i + 1]; e++) {
        const int32_t j = l->column[e];
        const double f = l->flow[e] * l->y[j];
        if (j != i && (l->pair[j] >= 0) == paired && f > *flow) *flow = f, best = j;
    }
    return best;
}

/* Groups states in pairs, with a third one where its strongest neighbours have been taken, or where nothing flows to
 * it. Returns the number of pairs. */
static int64_t make_pairs(struct level *l)
{
    int32_t count = 0;
    for (int64_t i = 0; i < l->n; i++) l->pair[i] = -1;
    for (int64_t i = 0; i < l->n; i++) {
        double free_flow, taken_flow;
        if (l->pair[i] >= 0) continue;
        const int32_t j = strongest(l, i, false, &free_flow), k = strongest(l, i, true, &taken_flow);
        if (j >= 0 && 10 * free_flow >= taken_flow) l->pair[i] = l->pair[j] = count++;
        else if (k >= 0) l->pair[i] = l->pair[k];
        else l->pair[i] = i > 0 ? l->pair[i - 1] : count++;
    }
    return count;
}

static void list_members(struct likely *l, const struct level *fine, int64_t pairs)
{
    for (int64_t p = 0; p < pairs; p++) l->head[p] = -1, l->mark[p] = -1;
    for (int64_t i = fine->n - 1; i >= 0; i--) {
        l->next[i] = l->head[fine->pair[i]];
        l->head[fine->pair[i]] = (int32_t)i;
    }
}

/* Adds the flows to member i of pair p from other pairs to the row of p, which begins after `count` flows. */
static int64_t gather_flows(struct likely *l, const struct level *fine, struct level *coarse, int64_t p, int32_t i,
                            int64_t count)
{
    for (int64_t e = fine->start[i]; e < fine->start[i + 1]; e++) {
        const int32_t from = fine->pair[fine->column[e]];
        const double flow = fine->flow[e] * fine->y[fine->column[e]];
        if (from == p) continue;
        if (l->mark[from] >= coarse->start[p]) {
            coarse->flow[l->mark[from]] += flow;
            continue;
        }
        coarse->column[count] = from;
        coarse->flow[count] = flow;
        l->mark[from] = count++;
    }
    return count;
}

static void make_flows(struct likely *l, int d)
{
    const struct level *const fine = &l->level[d];
    struct level *const coarse = &l->level[d + 1];
    int64_t count = 0;
    list_members(l, fine, coarse->n);
    for (int64_t p = 0; p < coarse->n; p++) {
        coarse->start[p] = count;
        for (int32_t i = l->head[p]; i >= 0; i = l->next[i]) count = gather_flows(l, fine, coarse, p, i, count);
    }
    coarse->start[coarse->n] = count;
}

/* Is there capacity for the next level, which has no more flows than this one? */
static bool fits(const struct likely *l, int d)
{
    const struct level *const fine = &l->level[d];
    const int64_t held = fine->flow - l->level[0].flow;
    return d + 1 < LEVELS_MAX && held + 2 * fine->start[fine->n] <= l->flows;
}

/* Scales y to a largest value of 1. */
static void correct(struct level *fine, const struct level *coarse)
{
    double max = TINY;
    for (int64_t i = 0; i < fine->n; i++) max = fmax(max, fine->y[i] *= coarse->y[fine->pair[i]]);
    for (int64_t i = 0; i < fine->n; i++) fine->y[i] = fmax(fine->y[i] / max, TINY);
}

/* A cycle from level d on. Coarser levels are rebuilt at each visit; small ones are visited twice. */
static void balance(struct likely *l, int d)
{
    struct level *const fine = &l->level[d];
    const int visits = d > 0 && fine->n <= SMALL ? 2 : 1;
    level_begin(fine);
    smooth(fine);
    for (int k = 0; k < visits && fine->n > 2 && fits(l, d); k++) {
        const int64_t pairs = make_pairs(fine);
        if (pairs < 2) return;
        level_follow(l, d, pairs);
        make_flows(l, d);
        balance(l, d + 1);
        correct(fine, &l->level[d + 1]);
        smooth(fine);
    }
}

/* Computes the flows under the distribution x. */
static void first_flows(struct likely *l, const struct csr *a)
{
    struct level *const first = &l->level[0];
    int64_t count = 0;
    for (int64_t i = 0; i < a->n; i++) {
        first->start[i] = count;
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) {
            if (a->column[e] == i) continue;
            first->column[count] = a->column[e];
            first->flow[count++] = fabs((double)a->value[e]) * l->x[a->column[e]];
        }
    }
    first->start[a->n] = count;
}

/* The share of all flows that does not balance. */
static double imbalance(const struct likely *l)
{
    const struct level *const first = &l->level[0];
    double lost = 0, all = 0;
    for (int64_t i = 0; i < first->n; i++) {
        double in = 0;
        for (int64_t e = first->start[i]; e < first->start[i + 1]; e++)
            in += first->flow[e] * first->y[first->column[e]];
        lost += fabs(in - first->out[i] * first->y[i]);
        all += in;
    }
    return all > 0 ? lost / all : 0;
}

/* One cycle; returns the likeliest state, and *lost is the imbalance. x is scaled so that that state has 1. */
static int64_t cycle(struct likely *l, const struct csr *a, double *lost)
{
    int64_t mode = 0;
    first_flows(l, a);
    balance(l, 0);
    *lost = imbalance(l);
    for (int64_t i = 0; i < a->n; i++) {
        l->x[i] *= l->level[0].y[i];
        if (l->x[i] > l->x[mode]) mode = i;
    }
    const double max = l->x[mode];
    for (int64_t i = 0; i < a->n; i++) l->x[i] = fmax(l->x[i] / max, TINY);
    return mode;
}

int64_t multilevel_mode_state(const struct csr *a, void *workspace)
{
    struct likely l;
    double lost;
    lay_out(&l, a->n, a->start[a->n], workspace);
    for (int64_t i = 0; i < a->n; i++) l.x[i] = 1;
    int64_t mode = cycle(&l, a, &lost);
    for (int k = 1; k < CYCLES_MAX; k++) {
        const int64_t before = mode;
        mode = cycle(&l, a, &lost);
        if (lost <= BALANCED && l.x[before] >= LIKELY) break;
    }
    return mode;
}
