/* Poisson's equation in a box, and the screened one,
 *
 *     div(eps grad u) - q u = f      u, eps du/dn or periodic at each pair of faces
 *
 * by finite volumes of second order, solved directly: transforms along all axes but one, tridiagonal systems along that
 * one. One step of a run is one right side. */
#include "apps/poisson/accepts.h"
#include "apps/poisson/measures/gradient.h"
#include "apps/poisson/measures/right_side.h"
#include "apps/poisson/problem/varying.h"
#include "apps/poisson/projection/projection.h"
#include "apps/poisson/report.h"
#include "apps/ranks.h"
#include "base/memory.h"

static const struct method own[] = {
    {"transforms", "transforms along all axes, and one division per wave", "R. W. Hockney, J. ACM 12 (1965) 95",
     IN_HOST | IN_DEVICE},
    {0},
};

enum { RIGHT_SIDE = 3, FIELDS }; /* of the fields that may be stored in addition to u */

struct state {
    struct instance instance;
    struct measures measures;      /* of the last step */
    struct flux flux;              /* of the last solution, by finish */
    struct comm_traffic before;    /* sent by this rank, as the run began */
    struct projection *projection; /* or NULL */
    real *beside[FIELDS];          /* [points] or NULL: the gradient along each axis, f */
    char gradient_unit[128], right_side_unit[64];
};

static enum status begin(struct sim *sim)
{
    const double t = seconds_now();
    const struct poisson_params *const p = sim->params;
    struct direct_choice choice;
    struct state *s;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    s->before = comm_sent();
    sim->steps = poisson_count(p);
    TRY(poisson_choice(&choice, p, sim->solver, sim->solver_options, sim->exec.space));
    choice.comm = sim->comm;
    TRY(comm_agree(sim->comm, poisson_fits(p, &choice, sim->apart)));
    TRY(instance_make(&s->instance, p, &choice, sim->exec));
    gradient_unit(s->gradient_unit, sizeof s->gradient_unit, p);
    right_side_unit(s->right_side_unit, sizeof s->right_side_unit, p);
    for (int d = 0; p->gradient && d < s->instance.box.dim; d++)
        TRY(part_array_points(&s->beside[d], &s->instance.box, sizeof(real), 0));
    if (p->right_side) TRY(part_array_points(&s->beside[RIGHT_SIDE], &s->instance.box, sizeof(real), 0));
    if (p->projection.velocity) {
        TRY(mem_alloc(&s->projection, HOST, sizeof *s->projection));
        TRY(projection_make(s->projection, p, &s->instance));
    }
    clock_charge(&sim->clock, PHASE_SETUP, t);
    return ST_OK;
}

/* The measures that are requested: those of the answers only at the last right side, and not after a projection, which
 * reports answers of its own. */
static unsigned asked(const struct sim *sim, const struct state *s)
{
    return sim->step + 1 == sim->steps && !s->projection ? MEASURE_ALL : MEASURE_RESIDUAL | MEASURE_EXTREMES;
}

static enum status take(struct sim *sim, struct state *s)
{
    struct instance *const x = &s->instance;
    const struct residual *const r = &s->measures.residual;
    const double t = poisson_time(sim->params, sim->step);
    struct poisson_accuracy v;
    if (s->projection) TRY(projection_read(s->projection, sim->step));
    TRY(instance_step(x, sim->step));
    if (s->projection) TRY(projection_apply(s->projection, x));
    TRY(poisson_measure(&s->measures, x, asked(sim, s)));
    TRY(poisson_accuracy_measure(x, r, &v));
    TRY(poisson_judge_level(x, t, r));
    probes_measure(x);
    for (int d = 0; d < 3; d++)
        if (s->beside[d]) TRY(gradient_measure(x, d, s->beside[d]));
    if (s->beside[RIGHT_SIDE]) TRY(right_side_measure(x, sim->step, s->beside[RIGHT_SIDE]));
    poisson_metrics(x, r, &v, &sim->metrics);
    TRY(poisson_sample(x, t, &s->measures, &v, &sim->series));
    return s->projection ? projection_sample(s->projection, &sim->series) : ST_OK;
}

/* Only the solves count as the time of the step. */
static enum status step(struct sim *sim)
{
    struct state *const s = sim->state;
    const double began = seconds_now();
    const enum status st = take(sim, s);
    const double solving = s->instance.timing.total, assembling = s->instance.assembling, moving = s->instance.moving;
    const double untimed = seconds_now() - began - solving;
    sim->step++;
    sim->time = poisson_time(sim->params, sim->step - 1);
    sim->untimed += untimed;
    sim->clock.seconds[PHASE_SOLVE] += solving;
    sim->clock.seconds[PHASE_ASSEMBLE] += assembling;
    sim->clock.seconds[PHASE_TRANSFER] += moving;
    sim->clock.seconds[PHASE_SETUP] += untimed - assembling - moving;
    return st;
}

static double time_after(const struct sim *sim, int64_t step)
{
    return step > 0 ? poisson_time(sim->params, step - 1) : 0;
}

/* Samples are taken by the steps, one each. */
static int64_t samples(const struct sim *sim, int64_t step)
{
    (void)sim;
    return step;
}

/* Takes the measures that the report needs and no step has taken. A run that was resumed after its last step has not
 * evaluated f. */
static enum status complete(struct sim *sim, struct state *s)
{
    struct instance *const x = &s->instance;
    const unsigned needs = s->projection ? MEASURE_EXTREMES : MEASURE_ALL & ~MEASURE_RESIDUAL;
    x->source.step = sim->steps - 1;
    if (!s->projection && !x->ready) TRY(instance_at(x, poisson_time(sim->params, sim->steps - 1)));
    if ((s->measures.known & needs) != needs) TRY(poisson_measure(&s->measures, x, needs));
    probes_measure(x);
    return s->projection ? ST_OK : flux_measure(x, s->measures.energy, &s->flux);
}

static enum status finish(struct sim *sim)
{
    struct state *const s = sim->state;
    TRY(ranks_put_sent(sim->comm, s->before, &sim->metrics));
    TRY(complete(sim, s));
    poisson_doubt(&s->instance);
    planning_doubt(&s->instance);
    sim_note_choice(sim, &s->instance.direct.waves.outcome);
    if (s->projection) projection_finish(s->projection, &s->instance, sim);
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    struct state *const s = sim->state;
    struct instance *const x = &s->instance;
    if (s->projection) TRY(projection_report(s->projection, x, &s->measures.extremes, sim));
    else TRY(poisson_report(x, &s->measures, &s->flux, sim));
    report_planning(x, sim);
    return ST_OK;
}

/* Rank 0 writes all fields, and reads them, unless ranks keep their parts. */
static enum status fetch(struct sim *sim)
{
    struct state *const s = sim->state;
    if (sim->apart) return ST_OK;
    halo_collect(&s->instance.halo, s->instance.u);
    for (int d = 0; d < FIELDS; d++)
        if (s->beside[d]) halo_collect(&s->instance.halo, s->beside[d]);
    return ST_OK;
}

static enum status send(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!sim->apart) halo_deal(&s->instance.halo, s->instance.u);
    halo_fill(&s->instance.halo, s->instance.u);
    for (int d = 0; d < FIELDS; d++)
        if (s->beside[d] && !sim->apart) halo_deal(&s->instance.halo, s->beside[d]);
    return ST_OK;
}

static bool can_share(const void *params, const struct solver *solver, const void *solver_options)
{
    (void)solver, (void)solver_options;
    return poisson_can_share(params);
}

static int64_t share(const struct sim *sim, int rank)
{
    const struct state *const s = sim->state;
    return part_share(&s->instance.box, rank);
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    if (s->projection) projection_free(s->projection);
    mem_free(s->projection);
    instance_free(&s->instance);
    for (int d = 0; d < FIELDS; d++) mem_free(s->beside[d]);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    static const char *const names[FIELDS] = {"gradient_x", "gradient_y", "gradient_z", "right_side"};
    const struct state *const s = sim->state;
    const struct box *const b = &s->instance.box;
    const enum number type = sizeof(real) == 4 ? REAL32 : REAL64;
    struct array field = {.name = poisson_field(sim->params),
                          .type = type,
                          .rank = b->dim,
                          .data = s->instance.u,
                          .units = s->instance.params->unit_u,
                          .in_parts = b->comm,
                          .from = b->own_points[b->cut].from * b->stride[b->cut],
                          .end = b->own_points[b->cut].to * b->stride[b->cut]};
    int count = 0;
    for (int d = 0; d < b->dim; d++) field.dims[d] = b->axis[b->dim - 1 - d].points;
    out[count++] = field;
    for (int d = 0; d < FIELDS; d++) {
        if (!s->beside[d]) continue;
        field.name = names[d], field.data = s->beside[d];
        field.units = d == RIGHT_SIDE ? s->right_side_unit : s->gradient_unit;
        out[count++] = field;
    }
    if (s->projection) count += projection_arrays(s->projection, field, out + count);
    if (b->dim > 1) return count; /* else the mesh says where points are */
    out[count++] = (struct array){.name = "x",
                                  .type = REAL64,
                                  .rank = 1,
                                  .dims = {b->axis[0].points},
                                  .data = b->axis[0].x,
                                  .units = s->instance.params->unit_x,
                                  .no_difference = true};
    return count;
}

/* Point charges. */
static int geometry(const struct sim *sim, struct array *out)
{
    static const char *const names[3] = {"charge_x", "charge_y", "charge_z"};
    const struct state *const s = sim->state;
    const struct charges *const c = &s->instance.source.charges;
    const struct poisson_params *const p = s->instance.params;
    int count = 0;
    if (!c->count) return 0;
    out[count++] = (struct array){
        .name = "charge", .type = REAL64, .rank = 1, .dims = {c->count}, .data = c->charge, .units = p->unit_flux};
    for (int d = 0; d < s->instance.box.dim; d++)
        out[count++] = (struct array){
            .name = names[d], .type = REAL64, .rank = 1, .dims = {c->count}, .data = c->at[d], .units = p->unit_x};
    return count;
}

static bool mesh(const struct sim *sim, struct mesh *out)
{
    poisson_mesh(&((const struct state *)sim->state)->instance, out);
    return true;
}

const struct app app_poisson = {
    .name = "poisson",
    .about = "Poisson's equation in a box, directly, by transforms and tridiagonal systems",
    .kinds = 1u << KIND_TRIDIAG,
    .shares = true,
    .can_share = can_share,
    .share = share,
    .parts = true,
    .options = poisson_table,
    .params_bytes = sizeof(struct poisson_params),
    .own = own,
    .check = poisson_check,
    .accepts = poisson_accepts,
    .begin = begin,
    .step = step,
    .samples = samples,
    .time = time_after,
    .finish = finish,
    .report = report,
    .answers = poisson_answers,
    .end = end,
    .fetch = fetch,
    .send = send,
    .arrays = arrays,
    .mesh = mesh,
    .geometry = geometry,
};
