/* Solves a chain in growing windows until each edge cuts off less than its bound. */
#include "apps/cloudqueue/window_search.h"

#include <math.h>

#include "base/memory.h"

/* The largest share that may be cut off, and the part of it at which the window of the next attempt aims. */
static const double cut_max = 1e-9, cut_wanted = 1e-2;

/* The largest share that may be cut off at one edge. An error there lasts until servers are switched again, so the
 * bound shrinks with their rates over that of service; and unserved tasks count against the tasks there are, so the
 * lower bound shrinks with the arrivals. */
static double may_cut(const struct cloud *c, bool above)
{
    static const double slowest = 1e-6, fewest = 1e-200;
    double slow = 1;
    if (c->eta > 0) slow = fmin(slow, c->eta / c->mu);
    if (c->nu > 0) slow = fmin(slow, c->nu / c->mu);
    return cut_max * fmax(slow, slowest) * (above ? 1 : fmax(fmin(c->lambda / c->mu, 1), fewest));
}

enum status window_search_begin(struct window_search *s, const struct sim *sim, struct exec exec)
{
    struct sim own = *sim;
    *s = (struct window_search){.params = *(const struct queue_params *)sim->params};
    s->params.mode = MODE_STATIONARY, s->params.flush = false;
    own.params = &s->params, own.solver_options = NULL, exec.space = HOST;
    TRY(solver_find(KIND_BLOCKTRI, "gth_wide", HOST, &s->wide));
    TRY(solver_find(KIND_BLOCKTRI, "gth_band", HOST, &s->plain));
    own.solver = s->plain;
    queue_instance_begin(&s->instance, &own, exec, 1);
    return ST_OK;
}

void window_search_free(struct window_search *s)
{
    queue_instance_free(&s->instance);
}

void window_search_forget(struct window_search *s)
{
    s->above = s->below = 0;
}

/* The probability of place q of all levels that this edge may cut: beyond the last level the rest is kept. */
static double at_place(const struct queue_instance *x, int64_t q, bool above)
{
    const struct generator *const c = &x->chain;
    const struct model *const m = c->model;
    double sum = 0;
    for (int64_t j = 1; j <= m->of.n; j++) {
        const int64_t s = (j - 1) * m->of.k + q, row = c->index ? c->index[s] : s;
        const bool counts = above ? j < m->of.n : q > model_place(m, j, 0) || model_cuts_below(m, j);
        if (counts && row >= 0) sum += ldexp((double)x->x[row], x->exponent[row]);
    }
    return sum;
}

/* The reach at which the edge has at most `wanted`, extrapolated from the slope over `run` places before it. */
static int64_t reach(double edge, double inside, int64_t run, int64_t now, double wanted)
{
    const double slope = run > 0 ? log(inside / edge) / (double)run : 0;
    const double more = slope > 0 ? 1.2 * log(edge / wanted) / slope + 1 : (double)now;
    return now + (int64_t)fmin(fmax(more, 2 + 0.25 * (double)now), 8 + 2 * (double)now);
}

/* The first place, from the edge inwards, that has more than `wanted`. */
static int64_t fit(const struct queue_instance *x, int64_t edge, int64_t inwards, double wanted)
{
    int64_t q = edge;
    while (q >= 0 && q < x->chain.model->of.k && at_place(x, q, inwards < 0) < wanted) q += inwards;
    return q;
}

/* Checks memory and time of elimination in this window; a core does some 1e9 flops a second. */
static enum status check_cost(const struct cloud *of)
{
    static const double flops_max = 1e11;
    const double states = (double)of->n * (double)of->k, near = ceil((double)of->k / (double)of->kappa),
                 band = fmin(near, (double)of->n), bytes = states * (band + 2) * sizeof(double);
    if (bytes <= 0.8 * (double)mem_machine_bytes() && 2 * states * band * band <= flops_max) return ST_OK;
    return fail(
        ST_REFUSED,
        "k: to cut off less than 1e-9 a window of %lld phases or more, %lld of them below 0, takes %.2g GB and %.2g "
        "flops; give k and below, and check the share that they cut off",
        (long long)of->k, (long long)of->below, bytes / 1e9, 2 * states * band * band);
}

/* A plan belongs to its method. */
static enum status solve_by(struct queue_instance *x, const struct solver *solver, const struct cloud *of)
{
    if (x->solver != solver) queue_instance_free(x);
    x->solver = solver;
    TRY(queue_instance_turn(x, of));
    return queue_instance_solve(x);
}

/* A chain that is too steep for the range of plain numbers is steep in any window: *by is what solves it from then on.
 */
static enum status solve(struct window_search *s, const struct cloud *of, const struct solver **by)
{
    const enum status st = solve_by(&s->instance, *by, of);
    if (st != ST_REFUSED || *by == s->wide) return st;
    *by = s->wide;
    return solve_by(&s->instance, *by, of);
}

enum status window_search_choose(struct window_search *s, struct cloud *of)
{
    const struct solver *by = s->plain;
    if (of->k) return ST_OK;
    for (bool fitted = false;;) {
        TRY(cloud_widen(of, s->above, s->below));
        if (of->lambda == 0 && of->load == 0) return ST_OK;
        TRY(check_cost(of));
        TRY(solve(s, of, &by));
        const int64_t top = of->k - 1, run = of->kappa < top ? of->kappa : top;
        const struct model *const m = s->instance.chain.model;
        const double above = model_cuts_above(m, 1) && of->n > 1 ? at_place(&s->instance, top, true) : 0,
                     below = model_cuts_below(m, of->n) ? at_place(&s->instance, 0, false) : 0;
        s->above = top - of->below, s->below = of->below;
        const double most_above = may_cut(&m->of, true), most_below = may_cut(&m->of, false);
        if (above < most_above && below < most_below) {
            s->above = fit(&s->instance, top, -1, cut_wanted * most_above) - of->below + 1;
            s->below = of->below - fit(&s->instance, 0, 1, cut_wanted * most_below) + 1;
            if (fitted || s->above + s->below + 1 > of->k - of->k / 4) return ST_OK;
            fitted = true;
            continue;
        }
        if (above >= most_above)
            s->above = reach(above, at_place(&s->instance, top - run, true), run, s->above, cut_wanted * most_above);
        if (below >= most_below)
            s->below = reach(below, at_place(&s->instance, run, false), run, s->below, cut_wanted * most_below);
    }
}
