/* Makes the right side, and solves. */
#include "apps/poisson/solution/instance.h"
#include "apps/poisson/problem/row.h"

#include <string.h>

#include "apps/poisson/ranks/rows.h"
#include "base/device/device.h"
#include "base/memory.h"

static enum status make(struct instance *x, const struct poisson_params *p, const struct direct_choice *choice,
                        struct exec exec)
{
    *x = (struct instance){.params = p, .exec = exec};
    TRY(box_make(&x->box, p));
    part_take(&x->box, choice->comm);
    TRY(halo_make(&x->halo, &x->box));
    TRY(source_make(&x->source, &x->box, p, exec.threads));
    TRY(direct_make_transforms(&x->direct, &x->box, p, choice, exec));
    TRY(box_field(&x->exact, &x->box, &p->exact));
    if (poisson_together(p) == 1) TRY(part_array_unknowns(&x->f, &x->box, sizeof *x->f));
    TRY(mem_array(&x->probe, HOST, p->probes.count, sizeof *x->probe));
    TRY(mem_array(&x->plane, HOST, source_plane_size(&x->source), sizeof *x->plane));
    if (exec.space == DEVICE) TRY(mem_array(&x->device_u, DEVICE, x->box.points, sizeof *x->device_u));
    return part_array_points(&x->u, &x->box, sizeof *x->u, HALO);
}

/* FFTW chooses its plans by measurements: rank 0 does, and others choose as it did. */
enum status instance_make(struct instance *x, const struct poisson_params *p, const struct direct_choice *choice,
                          struct exec exec)
{
    const bool first = comm_rank(choice->comm) == 0;
    const struct fftw_planning before = fftw_planned();
    const enum status s = first ? make(x, p, choice, exec) : ST_OK;
    fftw_share(choice->comm);
    TRY(comm_agree(choice->comm, first ? s : make(x, p, choice, exec)));
    x->planning = fftw_planning_since(&before);
    TRY(direct_make_waves(&x->direct, p, choice));
    TRY(several_make(&x->several, poisson_together(p), &x->box, p, choice, &x->direct, exec));
    if (x->several) x->f = x->several->f[0];
    const int threads = exec_for(exec, (double)x->box.unknowns * sizeof(double) / THREAD_RATE).threads;
    return x->box.varying ? iteration_make(&x->iteration, &x->box, &x->direct, p, threads) : ST_OK;
}

void instance_free(struct instance *x)
{
    iteration_free(x->iteration);
    field_free(x->exact);
    if (!x->several) mem_free(x->f);
    x->several = several_free(x->several);
    direct_free(&x->direct);
    halo_free(&x->halo);
    source_free(&x->source);
    box_free(&x->box);
    mem_free(x->u);
    mem_free(x->device_u);
    mem_free(x->plane);
    mem_free(x->probe);
    *x = (struct instance){0};
}

/* The right side at the unknowns of this rank. */
static enum status evaluate(struct instance *x, double t)
{
    const struct box *const b = &x->box;
    TRY(source_at(&x->source, t));
    for (int64_t k = b->own[2].from; k < b->own[2].to && rows_count(b->own); k++)
        TRY(source_plane(&x->source, k, x->f + (k * b->axis[1].unknowns + b->own[1].from) * b->axis[0].unknowns));
    return ST_OK;
}

enum status instance_at(struct instance *x, double t)
{
    const double began = seconds_now();
    x->ready = false;
    TRY(comm_agree(x->box.comm, evaluate(x, t)));
    if (!poisson_prescribed(x->params)) TRY(level_measure(&x->level, &x->box, x->f));
    x->removed = x->direct.waves.singular ? x->level.mean : 0;
    x->assembling = seconds_now() - began;
    x->ready = true;
    return ST_OK;
}

/* u := -(f - removed) / eps at the unknowns, scaled. */
static void assemble(const struct instance *x, const double *right, double removed, real *u, int threads)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    const double scale = direct_scale(&x->direct);
    const int64_t m = a[0].unknowns;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = b->own[2].from; k < b->own[2].to; k++)
        for (int64_t j = b->own[1].from; j < b->own[1].to; j++) {
            real *const row = u + b->first + k * b->stride[2] + j * b->stride[1];
            const double *const f = right + (k * a[1].unknowns + j) * m;
            for (int64_t i = 0; i < m; i++) {
                const double eps = a[b->main].eps[b->main == 0 ? i : b->main == 1 ? j : k];
                row[i] = (real)((removed - f[i]) * (scale / eps));
            }
        }
}

/* Threads that assemble one right side. */
static int threads_of(const struct instance *x)
{
    return exec_for(x->exec, (double)x->box.unknowns * 3 * sizeof(double) / THREAD_RATE).threads;
}

/* u to the device, or back. */
static enum status move(struct instance *x, enum space to)
{
    const int64_t bytes = x->box.points * (int64_t)sizeof *x->u;
    const double began = seconds_now();
    if (!x->device_u) return ST_OK;
    TRY(to == DEVICE ? device_copy(x->device_u, DEVICE, x->u, HOST, bytes, &x->exec)
                     : device_copy(x->u, HOST, x->device_u, DEVICE, bytes, &x->exec));
    x->moving += seconds_now() - began;
    return ST_OK;
}

static enum status solve_once(void *context, double *seconds)
{
    struct instance *const x = context;
    const double began = seconds_now();
    if (x->iteration) {
        const enum status s = iteration_solve(x->iteration, x->f, x->removed, x->u);
        *seconds = seconds_now() - began;
        return s;
    }
    assemble(x, x->f, x->removed, x->u, threads_of(x));
    x->assembling += seconds_now() - began;
    TRY(move(x, DEVICE));
    const double made = seconds_now();
    const enum status s = comm_agree(x->box.comm, direct_solve(&x->direct, x->device_u ? x->device_u : x->u));
    *seconds = seconds_now() - made;
    comm_broadcast(x->box.comm, seconds, sizeof *seconds, 0); /* all ranks solve as often */
    return s;
}

enum status instance_solve(struct instance *x)
{
    x->moving = 0;
    TRY(solve_timing_take(&x->timing, x->params->repeats, solve_once, x));
    TRY(move(x, HOST));
    faces_set(&x->source.faces, x->u);
    halo_fill(&x->halo, x->u);
    return ST_OK;
}

static void assemble_one(void *context, int64_t k, real *u, int threads)
{
    const struct instance *const x = context;
    assemble(x, x->several->f[k], x->several->removed[k], u, threads > 1 ? threads_of(x) : 1);
}

/* The times are those of all. */
static enum status solve_several(void *context, double *seconds)
{
    struct instance *const x = context;
    const double began = seconds_now();
    const enum status s = several_solve(x->several, &x->direct, assemble_one, x);
    *seconds = seconds_now() - began;
    return s;
}

/* Steps from `step` on. */
static enum status take_several(struct instance *x, int64_t step)
{
    struct several *const s = x->several;
    const int64_t left = poisson_count(x->params) - step;
    double assembling = 0;
    s->count = 0;
    for (int64_t k = 0; k < s->most && k < left; k++) {
        x->source.step = step + k, x->f = s->f[k];
        TRY(instance_at(x, poisson_time(x->params, step + k)));
        s->level[k] = x->level, s->removed[k] = x->removed, assembling += x->assembling;
    }
    s->first = step, s->count = left < s->most ? left : s->most;
    x->assembling = assembling;
    const enum status st = solve_timing_take(&s->timing, x->params->repeats, solve_several, x);
    if (st != ST_OK) s->count = 0;
    return st;
}

enum status instance_step(struct instance *x, int64_t step)
{
    struct several *const s = x->several;
    const double t = poisson_time(x->params, step);
    x->source.step = step;
    if (!s) {
        TRY(instance_at(x, t));
        return instance_solve(x);
    }
    x->assembling = 0;
    if (!several_has(s, step)) TRY(take_several(x, step));
    const int64_t k = step - s->first;
    const double share = 1.0 / (double)s->count;
    x->f = s->f[k], x->level = s->level[k], x->removed = s->removed[k];
    x->timing.median = s->timing.median * share, x->timing.min = s->timing.min * share;
    x->timing.total = s->timing.total * share;
    memcpy(x->u, s->u[k], (size_t)x->box.points * sizeof *x->u);
    TRY(source_faces_at(&x->source, t));
    faces_set(&x->source.faces, x->u);
    return ST_OK;
}
