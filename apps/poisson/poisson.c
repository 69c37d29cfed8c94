/* Poisson's equation in a box, and the screened one,
 *
 *     div(eps grad u) - q u = f      u, eps du/dn or periodic at each pair of faces
 *
 * by finite volumes of second order, solved directly: transforms along all axes but one, tridiagonal systems along that
 * one. One step of a run is one right side. */
#include <math.h>
#include <stdio.h>

#include "apps/poisson/measures/gradient.h"
#include "apps/poisson/projection/projection.h"
#include "apps/poisson/report.h"
#include "base/device/device.h"
#include "base/memory.h"

static const struct method own[] = {
    {"transforms", "transforms along all axes, and one division for each wave", "R. W. Hockney, J. ACM 12 (1965) 95",
     IN_HOST | IN_DEVICE},
    {0},
};

struct state {
    struct instance instance;
    struct projection *projection; /* or NULL */
    real *gradient[3];             /* [points] or NULL */
    char gradient_unit[128];
};

/* The methods of a run. ST_CONFIG if no transform has the name. */
static enum status choice_of(struct direct_choice *choice, const struct poisson_params *p, const struct solver *solver,
                             const void *options, enum space space)
{
    *choice = (struct direct_choice){.systems = solver, .options = options};
    return solver_find(KIND_TRANSFORM, poisson_transform(p, space), space, &choice->transform);
}

/* Refuses a problem that does not fit the memory: `plans` bytes; in working precision u, gradients, velocities on faces
 * and in cells and a divergence; in double what other runs of them are compared with, f, charges, and for points of a
 * plane two coordinates and a value. */
static enum status check_memory(const struct poisson_params *p, double plans)
{
    const double there = (double)mem_machine_bytes(), points = poisson_points(p),
                 reals = 1 + (p->gradient ? poisson_dim(p) : 0) + (p->projection.velocity ? 2 * poisson_dim(p) + 1 : 0),
                 doubles = reals + (p->charges ? 2 : 1) + (poisson_dim(p) < 3 ? 3 : 0),
                 bytes = plans + points * (reals * (double)sizeof(real) + doubles * (double)sizeof(double));
    if (bytes <= there) return ST_OK;
    return fail(ST_REFUSED, "%.3g points need %.3g GB, but this machine has %.3g GB of memory", points, bytes / 1e9,
                there / 1e9);
}

/* Refuses a problem whose plans and u do not fit the memory of the GPU. */
static enum status check_device(const struct poisson_params *p, double plans)
{
    const double there = (double)device_memory_bytes(), points = poisson_points(p),
                 bytes = plans + points * (double)sizeof(real);
    if (bytes <= there) return ST_OK;
    return fail(ST_REFUSED, "%.3g points need %.3g GB, but this GPU has %.3g GB of memory", points, bytes / 1e9,
                there / 1e9);
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    struct direct_choice choice;
    double plans;
    (void)method;
    TRY(choice_of(&choice, params, solver, solver_options, space));
    TRY(direct_needs(params, &choice, &plans));
    if (space == HOST) return check_memory(params, plans);
    TRY(check_device(params, plans));
    return check_memory(params, 0);
}

static enum status begin(struct sim *sim)
{
    const double t = seconds_now();
    const struct poisson_params *const p = sim->params;
    struct direct_choice choice;
    struct state *s;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    sim->steps = poisson_count(p);
    TRY(choice_of(&choice, p, sim->solver, sim->solver_options, sim->exec.space));
    TRY(instance_make(&s->instance, p, &choice, sim->exec));
    gradient_unit(s->gradient_unit, sizeof s->gradient_unit, p);
    for (int d = 0; p->gradient && d < s->instance.box.dim; d++)
        TRY(mem_array(&s->gradient[d], HOST, s->instance.box.points, sizeof(real)));
    if (p->projection.velocity) {
        TRY(mem_alloc(&s->projection, HOST, sizeof *s->projection));
        TRY(projection_make(s->projection, p, &s->instance));
    }
    clock_charge(&sim->clock, PHASE_SETUP, t);
    return ST_OK;
}

static void put_metrics(struct sim *sim, const struct instance *x, const struct poisson_accuracy *v)
{
    const double solves = solve_timing_counted(x->params->repeats);
    struct metrics *const m = &sim->metrics;
    metrics_add(m, "solves", solves);
    metrics_add(m, "bytes_estimated", solves * direct_traffic(&x->direct));
    metrics_add(m, "bytes_least", solves * 2 * (double)x->box.unknowns * (double)sizeof(real));
    if (x->params->eigenvalues == EIGENVALUES_DIFFERENCE)
        metrics_put(m, "residual", fmax(poisson_residual(v), metrics_get(m, "residual"))); /* of the worst right side */
    if (field_absent(x->exact)) return;
    metrics_put(m, "error", v->error);
    metrics_put(m, "error_rms", v->error_rms);
}

/* Does the mean of f give u its level? A velocity that is projected has a caveat of its own. */
static enum status check_level(const struct instance *x, double t, const struct poisson_accuracy *v)
{
    char when[48] = "";
    if (!poisson_level_free(x->params)) return ST_OK;
    if (x->params->times.count > 1) snprintf(when, sizeof when, "at t = %g: ", t);
    if (!x->direct.waves.singular) return level_judge(&x->level, v->largest_u / v->unit, when);
    if (!x->params->projection.velocity) level_note_removed(&x->level, when);
    return ST_OK;
}

static enum status take(struct sim *sim, struct state *s)
{
    struct instance *const x = &s->instance;
    const double t = poisson_time(sim->params, sim->step);
    struct poisson_accuracy v;
    if (s->projection) TRY(projection_read(s->projection, sim->step));
    TRY(instance_at(x, t));
    TRY(instance_solve(x));
    if (s->projection) TRY(projection_apply(s->projection, x));
    TRY(poisson_accuracy_measure(x, &v));
    TRY(check_level(x, t, &v));
    for (int d = 0; d < 3; d++)
        if (s->gradient[d]) TRY(gradient_measure(x, d, s->gradient[d]));
    put_metrics(sim, x, &v);
    TRY(poisson_sample(x, t, &v, &sim->series));
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

static enum status finish(struct sim *sim)
{
    struct state *const s = sim->state;
    poisson_doubt(&s->instance);
    sim_note_choice(sim, &s->instance.direct.waves.outcome);
    if (s->projection) projection_finish(s->projection, &s->instance, sim);
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    struct state *const s = sim->state;
    if (s->projection) return projection_report(s->projection, &s->instance, sim);
    /* A run that was resumed after its last step has not evaluated f. */
    if (!s->instance.ready) TRY(instance_at(&s->instance, poisson_time(sim->params, sim->steps - 1)));
    return poisson_report(&s->instance, sim);
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    if (s->projection) projection_free(s->projection);
    mem_free(s->projection);
    instance_free(&s->instance);
    for (int d = 0; d < 3; d++) mem_free(s->gradient[d]);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    static const char *const names[3] = {"gradient_x", "gradient_y", "gradient_z"};
    const struct state *const s = sim->state;
    const struct box *const b = &s->instance.box;
    const enum number type = sizeof(real) == 4 ? REAL32 : REAL64;
    struct array field = {.name = poisson_field(sim->params),
                          .type = type,
                          .rank = b->dim,
                          .data = s->instance.u,
                          .units = s->instance.params->unit_u};
    int count = 0;
    for (int d = 0; d < b->dim; d++) field.dims[d] = b->axis[b->dim - 1 - d].points;
    out[count++] = field;
    for (int d = 0; d < b->dim; d++) {
        if (!s->gradient[d]) continue;
        field.name = names[d], field.data = s->gradient[d], field.units = s->gradient_unit;
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

static bool mesh(const struct sim *sim, struct mesh *out)
{
    const struct box *const b = &((const struct state *)sim->state)->instance.box;
    const struct poisson_params *const p = sim->params;
    *out = (struct mesh){.dim = b->dim, .units = p->unit_x};
    for (int d = 0; d < 3; d++)
        out->n[d] = b->axis[d].points, out->origin[d] = b->axis[d].x[0], out->spacing[d] = b->axis[d].spacing;
    for (int d = 0; d < b->dim; d++)
        if (poisson_places(p, d)->form != FIELD_ABSENT) out->at[d] = b->axis[d].x;
    return true;
}

const struct app app_poisson = {
    .name = "poisson",
    .about = "Poisson's equation in a box, directly, by transforms and tridiagonal systems",
    .kinds = 1u << KIND_TRIDIAG,
    .options = poisson_table,
    .params_bytes = sizeof(struct poisson_params),
    .own = own,
    .check = poisson_check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .samples = samples,
    .time = time_after,
    .finish = finish,
    .report = report,
    .end = end,
    .arrays = arrays,
    .mesh = mesh,
};
