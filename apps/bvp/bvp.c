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

/* A grid before the last one whose u rounding, or the grid, has spoilt. */
struct spoilt {
    struct bvp_rounding rounding;
    int64_t intervals;
    double largest; /* |u| there */
};

struct state {
    struct kept kept;
    struct spoilt worst;          /* of these; intervals = 0: there is none */
    double *probe_off;            /* [probes] signed, by rounding */
    double *probe;                /* [probes] */
    struct bvp_rounding rounding; /* of the grid that was solved last */
    struct bvp_jumps jumps;       /* there */
    double largest;               /* |u| there */
};

static enum status check(void *params, const char **key)
{
    TRY(bvp_check(params, key));
    *key = "probes";
    TRY(columns_check(params));
    *key = NULL;
    return ST_OK;
}

/* The number of intervals of the last grid. */
static int64_t last_intervals(const struct bvp_params *p)
{
    return p->intervals.v[p->intervals.count - 1];
}

static int64_t stored_nodes(const struct bvp_params *p)
{
    return last_intervals(p) / bvp_stride(p, last_intervals(p)) + 1;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    const struct bvp_params *const p = params;
    const double there = (double)mem_machine_bytes(),
                 stored = (double)stored_nodes(p) * (sizeof(real) + sizeof(double)) + sharing_bytes(p);
    (void)method;
    if (space != HOST) return fail(ST_REFUSED, "boundary value problems are solved on the host");
    for (int64_t k = 0; k < p->intervals.count; k++) {
        double bytes;
        TRY(bvp_instance_bytes(p, k, solver, solver_options, &bytes));
        if (bytes + stored > there)
            return fail(ST_REFUSED,
                        "grid.intervals: %lld intervals need %.3g GB, but this machine has %.3g GB of memory",
                        (long long)p->intervals.v[k], (bytes + stored) / 1e9, there / 1e9);
    }
    return ST_OK;
}

static enum status begin(struct sim *sim)
{
    const struct bvp_params *const p = sim->params;
    struct state *s;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    sim->steps = p->intervals.count;
    s->kept.stride = bvp_stride(p, last_intervals(p));
    s->kept.count = stored_nodes(p);
    TRY(mem_array(&s->kept.u, HOST, s->kept.count, sizeof *s->kept.u));
    TRY(mem_array(&s->kept.x, HOST, s->kept.count, sizeof *s->kept.x));
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
static void put_metrics(struct sim *sim, const struct bvp_instance *x, const struct bvp_accuracy *v)
{
    const double repeats = solve_timing_counted(x->params->repeats);
    struct metrics *const m = &sim->metrics;
    metrics_add(m, "solves", repeats);
    metrics_add(m, "bytes_estimated", repeats * plan_cost(x->plan).bytes);
    put_residual(m, v->residual, bvp_residual_bound(x));
    if (x->equations.info == SOLVED_BY_FALLBACK) metrics_put(m, "solved_otherwise", 1);
    if (field_absent(x->problem.exact.field)) return;
    metrics_put(m, "error", v->error);
    metrics_put(m, "error_rms", v->error_rms);
    metrics_put(m, "error_slope", v->error_slope);
}

/* For its seconds alone: what shows how good the answer is takes longer than most solves, and fewer rounds would be
 * left. */
static enum status take_again(struct sim *sim, struct bvp_instance *x)
{
    TRY(bvp_instance_make(x, sim, sim->step));
    TRY(bvp_instance_solve(x));
    return columns_put_measured(&sim->series, x);
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
    TRY(bvp_instance_make(x, sim, sim->step));
    TRY(bvp_instance_solve(x));
    sim_note_choice(sim, &x->outcome);
    TRY(bvp_accuracy_measure(x, &v, s->probe, last ? &s->kept : NULL));
    TRY(bvp_rounding_measure(x, &s->rounding, s->probe_off));
    if (last) TRY(bvp_jumps_find(x, &s->jumps));
    else keep_worst(&s->worst, &(struct spoilt){s->rounding, x->problem.grid.intervals, v.largest});
    s->largest = v.largest;
    put_metrics(sim, x, &v);
    if (isfinite(s->rounding.condition)) metrics_put(&sim->metrics, "condition", s->rounding.condition);
    return columns_put(&sim->series, x, &v, s->probe, s->rounding.flux);
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
        bvp_rounding_doubt(&s->rounding, last_intervals(sim->params), s->largest);
    else if (s->worst.intervals) bvp_rounding_doubt(&s->worst.rounding, s->worst.intervals, s->worst.largest);
    bvp_jumps_doubt(&s->jumps, last_intervals(sim->params));
    return ST_OK;
}

/* The extremes and probes of u, and the flows, may be off by what rounding left, and by jumps between nodes. */
static enum status report(struct sim *sim)
{
    const struct state *const s = sim->state;
    return bvp_report(sim, &s->rounding, &s->jumps, s->largest, s->probe_off);
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    mem_free(s->kept.u);
    mem_free(s->kept.x);
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
    const double width = (p->upper - p->lower) / (double)last_intervals(p);
    if (!bvp_uniform(p)) return false;
    *out = (struct mesh){.dim = 1, .n = {k->count, 1, 1}, .origin = {p->lower}, .spacing = {width * (double)k->stride}};
    return true;
}

const struct app app_bvp = {
    .name = "bvp",
    .about = "boundary value problems of second order on an interval, by tridiagonal solvers and by recurrences",
    .kinds = 1u << KIND_TRIDIAG | 1u << KIND_RECURRENCE,
    .options = bvp_table,
    .params_bytes = sizeof(struct bvp_params),
    .check = check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .finish = finish,
    .report = report,
    .end = end,
    .arrays = arrays,
    .mesh = mesh,
};
