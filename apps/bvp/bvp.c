/* A boundary value problem of second order on an interval,
 *
 *     -(p(x) u')' + q(x) u = f(x)      u, p u' or h u + p u' given at each end
 *
 * by finite volumes of second order: one tridiagonal system, or, where its factors are known beforehand, two linear
 * recurrences. One step of a run is one grid, solved `repeats` times. */
#include <math.h>

#include "apps/bvp/columns.h"
#include "apps/bvp/report.h"
#include "base/memory.h"

/* A grid before the last one whose u is spoilt by rounding, or by the grid. */
struct spoilt {
    struct bvp_rounding rounding;
    int64_t intervals;
    double largest; /* |u| there */
};

struct state {
    struct kept kept;
    struct spoilt worst;          /* the worst of these; intervals = 0: there is none */
    double *probe_off;            /* [probes] signed, by rounding */
    double *probe;                /* [probes] */
    struct bvp_rounding rounding; /* of the grid that was solved last */
    struct bvp_jumps jumps;       /* there */
    double largest;               /* |u| there */
    struct rank_costs costs;      /* of all grids since the run began */
};

static enum status check(void *params, const char **key)
{
    TRY(bvp_check(params, key));
    *key = "probes";
    TRY(columns_check(params));
    *key = NULL;
    return ST_OK;
}

/* Does the machine hold the parts of the ranks that it has, and what rank 0 collects? */
static enum status check_memory(const struct bvp_params *p, struct comm *c, const struct solver *solver,
                                const void *solver_options)
{
    const double there = (double)mem_machine_bytes(), stored = kept_bytes(p) + (c ? 0 : sharing_bytes(p));
    for (int64_t k = 0; k < p->intervals.count; k++) {
        const struct bvp_part part = bvp_part_mine(c, p, solver->kind, p->intervals.v[k]);
        double bytes;
        TRY(bvp_instance_bytes(p, k, &part, solver, solver_options, &bytes));
        bytes = bytes * comm_local_size(c) + stored;
        if (bytes > there)
            return fail(ST_REFUSED,
                        "grid.intervals: %lld intervals need %.3g GB, but this machine has %.3g GB of memory",
                        (long long)p->intervals.v[k], bytes / 1e9, there / 1e9);
    }
    return ST_OK;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    (void)method;
    if (space != HOST) return fail(ST_REFUSED, "boundary value problems are solved on the host");
    return check_memory(params, bvp_part_can(params, solver, solver_options) ? comm_world() : NULL, solver,
                        solver_options);
}

/* The unknowns of all grids. */
static int64_t share(const struct sim *sim, int rank)
{
    const struct bvp_params *const p = sim->params;
    int64_t unknowns = 0;
    for (int64_t k = 0; k < p->intervals.count; k++)
        unknowns += bvp_part_of(sim->comm, p, sim->solver->kind, p->intervals.v[k], rank).rows;
    return unknowns;
}

static enum status begin(struct sim *sim)
{
    const struct bvp_params *const p = sim->params;
    struct state *s;
    TRY(check_memory(p, sim->comm, sim->solver, sim->solver_options));
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    sim->steps = p->intervals.count;
    TRY(kept_make(&s->kept, p, sim->solver->kind, sim->comm));
    TRY(mem_array(&s->probe_off, HOST, p->probes.count, sizeof *s->probe_off));
    return mem_array(&s->probe, HOST, p->probes.count, sizeof *s->probe);
}

/* Keeps the residual of the grid that is nearest to its bound, or beyond it. */
static void put_residual(struct metrics *m, double residual, double bound)
{
    const double before = metrics_get(m, "residual") / metrics_get(m, "residual_bound");
    if (residual / bound < before) return;
    metrics_put(m, "residual", residual);
    metrics_put(m, "residual_bound", bound);
}

/* Sums over all grids, and the accuracy of the last solution. */
static void put_metrics(struct sim *sim, const struct bvp_instance *x, const struct bvp_accuracy *v,
                        const struct rank_costs *costs)
{
    const double repeats = solve_timing_counted(x->params->repeats);
    struct rank_costs *const all = &((struct state *)sim->state)->costs;
    struct metrics *const m = &sim->metrics;
    metrics_add(m, "solves", repeats);
    metrics_add(m, "bytes_estimated", repeats * costs->bytes);
    rank_costs_add(all, costs);
    if (sim->comm) rank_costs_put(all, m);
    put_residual(m, v->residual, bvp_residual_bound(x));
    if (x->equations.info == SOLVED_BY_FALLBACK) metrics_put(m, "solved_otherwise", 1);
    if (field_absent(x->problem.exact.field)) return;
    metrics_put(m, "error", v->error);
    metrics_put(m, "error_rms", v->error_rms);
    metrics_put(m, "error_slope", v->error_slope);
}

/* Only to be timed: what shows how good the answer is takes longer than most solves, and fewer rounds would be
 * left. */
static enum status take_again(struct sim *sim, struct bvp_instance *x)
{
    struct rank_costs costs;
    TRY(bvp_instance_make(x, sim, sim->step));
    TRY(bvp_instance_solve(x));
    TRY(bvp_instance_costs(x, &costs));
    return columns_put_measured(&sim->series, x, &costs);
}

static void keep_worst(struct spoilt *worst, const struct spoilt *now)
{
    const bool spoilt = bvp_rounding_spoils(&now->rounding, now->largest),
               less = worst->intervals && now->rounding.off * worst->largest < worst->rounding.off * now->largest;
    if (spoilt && !less) *worst = *now;
}

static enum status take_grid(struct sim *sim, struct bvp_instance *x)
{
    struct state *const s = sim->state;
    const bool last = sim->step == sim->steps - 1;
    struct bvp_accuracy v;
    struct rank_costs costs;
    TRY(bvp_instance_make(x, sim, sim->step));
    TRY(bvp_instance_solve(x));
    TRY(bvp_instance_costs(x, &costs));
    sim_note_choice(sim, &x->outcome);
    TRY(bvp_accuracy_measure(x, &v, s->probe, last ? &s->kept : NULL));
    TRY(bvp_rounding_measure(x, &s->rounding, s->probe_off));
    if (last) TRY(bvp_jumps_find(x, &s->jumps));
    else keep_worst(&s->worst, &(struct spoilt){s->rounding, x->problem.grid.intervals, v.largest});
    s->largest = v.largest;
    put_metrics(sim, x, &v, &costs);
    if (isfinite(s->rounding.condition)) metrics_put(&sim->metrics, "condition", s->rounding.condition);
    return columns_put(&sim->series, x, &v, &costs, s->probe, s->rounding.flux);
}

/* Only the solves count as the time of the step. */
static enum status step(struct sim *sim)
{
    struct bvp_instance x = {0};
    const double began = seconds_now();
    const enum status s = (sim->again ? take_again : take_grid)(sim, &x);
    const double solving = x.timing.total, assembling = x.assemble, made = x.made;
    bvp_instance_free(&x);
    const double untimed = seconds_now() - began - solving;
    sim->step++;
    sim->untimed += untimed;
    sim->clock.seconds[PHASE_SOLVE] += solving;
    sim->clock.seconds[PHASE_ASSEMBLE] += assembling;
    sim->clock.seconds[PHASE_SETUP] += untimed - made;
    return s;
}

static enum status finish(struct sim *sim)
{
    const struct state *const s = sim->state;
    if (bvp_rounding_spoils(&s->rounding, s->largest))
        bvp_rounding_doubt(&s->rounding, kept_intervals(sim->params), s->largest);
    else if (s->worst.intervals) bvp_rounding_doubt(&s->worst.rounding, s->worst.intervals, s->worst.largest);
    bvp_jumps_doubt(&s->jumps, kept_intervals(sim->params));
    return ST_OK;
}

/* The extremes and probes of u, and the flows, may be wrong by rounding errors, and by jumps between nodes. */
static enum status report(struct sim *sim)
{
    const struct state *const s = sim->state;
    return bvp_report(sim, &s->rounding, &s->jumps, s->largest, s->probe_off);
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    kept_free(&s->kept);
    mem_free(s->probe_off);
    mem_free(s->probe);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    const struct bvp_params *const p = sim->params;
    const struct kept *const k = &((const struct state *)sim->state)->kept;
    out[0] = (struct array){.name = "u",
                            .type = sizeof(real) == 4 ? REAL32 : REAL64,
                            .rank = 1,
                            .dims = {k->count},
                            .data = k->u,
                            .units = p->unit_u};
    out[1] = (struct array){.name = "x",
                            .type = REAL64,
                            .rank = 1,
                            .dims = {k->count},
                            .data = k->x,
                            .units = p->unit_x,
                            .no_difference = true};
    return 2;
}

static bool mesh(const struct sim *sim, struct mesh *out)
{
    const struct bvp_params *const p = sim->params;
    const struct kept *const k = &((const struct state *)sim->state)->kept;
    const double width = (p->upper - p->lower) / (double)kept_intervals(p);
    if (!bvp_uniform(p)) return false;
    *out = (struct mesh){.dim = 1, .n = {k->count, 1, 1}, .origin = {p->lower}, .spacing = {width * (double)k->stride}};
    return true;
}

const struct app app_bvp = {
    .name = "bvp",
    .about = "boundary value problems of second order on an interval, by tridiagonal solvers and by recurrences",
    .kinds = 1u << KIND_TRIDIAG | 1u << KIND_RECURRENCE,
    .shares = true,
    .can_share = bvp_part_can,
    .share = share,
    .options = bvp_table,
    .params_bytes = sizeof(struct bvp_params),
    .check = check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .finish = finish,
    .report = report,
    .answers = bvp_answers,
    .end = end,
    .arrays = arrays,
    .mesh = mesh,
};
