/* The heat equation on a uniform grid, stepped by alternating directions.
 *
 *     C du/dt = div(K grad u) + f      C = density * heat capacity, SI units
 *
 * Node-based finite volumes in space, second order; Peaceman-Rachford or Douglas-Gunn in time, second order
 * for theta = 1/2. Most of the time of a step goes into the tridiagonal systems of all lines of each axis. */
#include <math.h>

#include "apps/adi/accepts.h"
#include "apps/adi/measures.h"
#include "apps/adi/stepper/stepper_solver.h"
#include "apps/ranks.h"
#include "base/memory.h"

static const struct method own[] = {
    {"fused", "complete Douglas-Gunn steps in two passes over memory; on the GPU for shared coefficients only",
     "J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3", IN_HOST | IN_DEVICE},
    {"sweep",
     "Douglas-Gunn steps in one pass over memory; replaced by fused on periodic axes and for coefficients per point",
     "J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3", IN_HOST},
    {0},
};

/* Evaluates the field at the beginning, where one is given. range: the least temperature, negated, and the highest. */
static enum status evaluate(struct state *s, const struct field_spec *spec, double range[2])
{
    const int64_t first = grid_own_points(&s->grid).from;
    struct field *field;
    TRY(grid_field(&field, &s->grid, spec));
    enum status st = ST_OK;
    for (struct nodes w = nodes_of_grid(&s->grid, s->workspace);
         st == ST_OK && !field_absent(field) && nodes_next(&w);) {
        st = nodes_eval(&w, field, 0, s->op.threads);
        for (int64_t q = 0; st == ST_OK && q < w.count; q++) {
            const double value = s->workspace->value[q];
            s->u[first + w.first + q] = (real)value;
            range[0] = fmax(range[0], -value), range[1] = fmax(range[1], value);
        }
    }
    field_free(field);
    return st;
}

static enum status set_initial(struct state *s)
{
    const struct adi_params *const p = &s->params;
    const bool given = p->initial.form != FIELD_ABSENT;
    const struct field_spec *const spec = given ? &p->initial : &p->exact;
    double range[2] = {-INFINITY, -INFINITY};
    TRY(comm_agree(s->grid.comm, evaluate(s, spec, range)));
    comm_max(s->grid.comm, range, 2);
    if (spec->form != FIELD_ABSENT)
        TRY(temperatures_begin(&s->temperatures, given ? "initial" : "exact", -range[0], range[1]));
    TRY(comm_agree(s->grid.comm, boundary_begin(&s->boundary, 0, s->u)));
    slabs_fill(&s->slabs, s->u);
    return ST_OK;
}

/* Evaluates the exact answer at the final time, so that a formula without values there fails before the steps. */
static enum status try_exact(struct state *s)
{
    const struct adi_params *const p = &s->params;
    enum status st = ST_OK;
    if (p->exact.form != FIELD_EXPRESSION) return ST_OK;
    for (struct nodes w = nodes_of_grid(&s->grid, s->workspace); st == ST_OK && nodes_next(&w);)
        st = nodes_eval(&w, s->exact, p->dt * (double)p->steps, s->op.threads);
    return st;
}

static enum status make_operator(struct state *s, struct sim *sim)
{
    s->params = *(const struct adi_params *)sim->params;
    s->grid = params_grid(&s->params);
    slabs_take(&s->grid, sim->comm);
    s->exec = sim->exec;
    s->backend = backend_in(sim->exec.space);
    const struct exec beside = exec_host(sim->exec.threads);
    TRY(adi_fits(&s->params, sim->comm, sim->apart));
    TRY(mem_alloc(&s->workspace, HOST, sizeof *s->workspace));
    return stencil_make(&s->op, &s->grid, &s->params, beside, s->workspace);
}

static enum status make_problem(struct state *s)
{
    TRY(temperatures_make(&s->temperatures, &s->op, &s->params, s->workspace));
    TRY(heat_source_make(&s->source, &s->op, &s->params, s->workspace));
    TRY(blocks_make(&s->blocks, &s->grid, &s->params));
    TRY(grid_field(&s->exact, &s->grid, &s->params.exact));
    TRY(try_exact(s));
    TRY(grid_array(&s->u, &s->grid, sizeof(real)));
    TRY(slabs_make(&s->slabs, &s->grid));
    if (s->exec.space == DEVICE) TRY(device_state_make(&s->device, &s->op, &s->boundary, &s->source, s->exec));
    return diagnostics_make(&s->diagnostics, state_operator(s), &s->params);
}

/* Ranks agree before each part that they take together. */
static enum status begin(struct sim *sim)
{
    const double t = seconds_now();
    struct state *s;
    const enum status there = mem_alloc(&s, HOST, sizeof *s);
    sim->state = s;
    TRY(comm_agree(sim->comm, there));
    TRY(comm_agree(sim->comm, make_operator(s, sim)));
    TRY(state_check_step(s));
    TRY(comm_agree(sim->comm, boundary_make(&s->boundary, &s->op, &s->params, s->workspace)));
    TRY(comm_agree(sim->comm, make_problem(s)));
    TRY(stepper_make(s, sim));
    TRY(set_initial(s));
    TRY(state_send(s));
    sim->steps = s->params.steps;
    s->before = comm_sent();
    clock_charge(&sim->clock, PHASE_SETUP, t);
    return ST_OK;
}

static double time_after(const struct sim *sim, int64_t step)
{
    return ((const struct state *)sim->state)->params.dt * (double)step;
}

static enum status take_step(struct sim *sim, struct step_data *data)
{
    struct state *const s = sim->state;
    TRY(state_prepare(s, sim->step, data, &sim->clock));
    if (s->stepper->read && !s->begun) TRY(state_settle(s, &sim->series));
    data->reader = passing_reader(&s->passing);
    TRY(state_advance(s, data, &sim->clock));
    return state_sample_passed(s, &sim->series);
}

static enum status step(struct sim *sim)
{
    struct state *const s = sim->state;
    struct step_data data;
    const enum status taken = take_step(sim, &data);
    if (taken != ST_OK) { /* the sample before this step is still to be taken */
        const enum status settled = state_settle(s, &sim->series);
        return settled == ST_OK ? taken : settled;
    }
    sim->step++;
    sim->time = time_after(sim, sim->step);
    const double array = (double)s->grid.points * (double)sizeof(real);
    metrics_add(&sim->metrics, "solves", s->grid.dim);
    metrics_add(&sim->metrics, "bytes_least", (data.source ? 3 : 2) * array);
    metrics_add(&sim->metrics, "bytes_estimated", s->stepper->bytes(s, &data));
    return ST_OK;
}

static enum status sample(struct sim *sim)
{
    return state_sample(sim->state, sim->step, &sim->series);
}

static enum status finish(struct sim *sim)
{
    struct state *const s = sim->state;
    double residual = 0, max, rms;
    struct growth growth;
    if (!s->grid.comm) sim_note_choice(sim, &s->split.lines.outcome);
    TRY(ranks_put_sent(s->grid.comm, s->before, &sim->metrics));
    TRY(state_residual(s, sim->step - 1, &residual, &growth));
    metrics_put(&sim->metrics, "residual", residual);
    if (!field_absent(s->exact)) {
        TRY(state_error(s, sim->time, &max, &rms));
        metrics_put(&sim->metrics, "error", max);
        metrics_put(&sim->metrics, "error_rms", rms);
    }
    TRY(state_extremes(s, &s->extremes));
    TRY(state_caveats(s, &growth));
    state_doubt_inputs(s, &sim->series);
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    return state_report(sim->state, sim);
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    if (s->stepper) s->stepper->free(s);
    passing_free(&s->passing);
    slabs_free(&s->slabs);
    diagnostics_free(&s->diagnostics);
    blocks_free(&s->blocks);
    device_state_free(&s->device);
    heat_source_free(&s->source);
    boundary_free(&s->boundary);
    stencil_free(&s->op);
    field_free(s->exact);
    mem_free(s->workspace);
    mem_free(s->u);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    struct state *const s = sim->state;
    const int64_t *const n = s->grid.n;
    *out = (struct array){.name = "temperature",
                          .type = sizeof(real) == 4 ? REAL32 : REAL64,
                          .rank = s->grid.dim,
                          .data = s->u,
                          .units = "K"};
    for (int d = 0; d < s->grid.dim; d++) out->dims[d] = n[s->grid.dim - 1 - d];
    if (!sim->comm) return 1;
    const struct grid_run mine = slabs_points(&s->grid, sim->comm);
    out->in_parts = true, out->from = mine.from, out->end = mine.end;
    return 1;
}

static int arrays_beside(struct sim *sim, struct array *out)
{
    struct state *const s = sim->state;
    if (!s->stepper->beside) return 0;
    *out = s->stepper->beside(s);
    return 1;
}

/* Rank 0 writes the field, and reads it, unless ranks keep their parts. */
static enum status fetch(struct sim *sim)
{
    struct state *const s = sim->state;
    TRY(state_fetch(s));
    if (!sim->apart) slabs_collect(&s->slabs, s->u);
    return state_settle(s, &sim->series);
}

static enum status send(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!sim->apart) slabs_deal(&s->slabs, s->u);
    slabs_fill(&s->slabs, s->u);
    TRY(state_send(s));
    return s->stepper->resume ? s->stepper->resume(s, sim->step) : ST_OK;
}

static int64_t share(const struct sim *sim, int rank)
{
    struct grid g = ((const struct state *)sim->state)->grid;
    g.comm = sim->comm; /* at the end rank 0 has all nodes */
    return slabs_share(&g, rank);
}

static bool mesh(const struct sim *sim, struct mesh *out)
{
    const struct grid *const g = &((const struct state *)sim->state)->grid;
    *out = (struct mesh){.dim = g->dim, .units = "m"};
    for (int d = 0; d < 3; d++) out->n[d] = g->n[d], out->origin[d] = g->origin[d], out->spacing[d] = g->spacing[d];
    return true;
}

const struct app app_adi = {
    .name = "adi",
    .about = "heat conduction in two or three dimensions by alternating directions",
    .kinds = 1u << KIND_TRIDIAG,
    .shares = true,
    .can_share = stepper_can_share,
    .share = share,
    .parts = true,
    .options = params_table,
    .params_bytes = sizeof(struct adi_params),
    .own = own,
    .check = adi_check,
    .accepts = adi_accepts,
    .begin = begin,
    .step = step,
    .sample = sample,
    .time = time_after,
    .finish = finish,
    .report = report,
    .answers = adi_answers,
    .end = end,
    .arrays = arrays,
    .arrays_beside = arrays_beside,
    .fetch = fetch,
    .send = send,
    .mesh = mesh,
};
