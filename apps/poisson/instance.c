/* Makes the right side, and solves. */
#include "apps/poisson/instance.h"

#include "base/device/device.h"
#include "base/memory.h"

enum status instance_make(struct instance *x, const struct poisson_params *p, const struct direct_choice *choice,
                          struct exec exec)
{
    *x = (struct instance){.params = p, .exec = exec};
    TRY(box_make(&x->box, p));
    TRY(source_make(&x->source, &x->box, p, exec.threads));
    TRY(direct_make(&x->direct, &x->box, p, choice, exec));
    TRY(box_field(&x->exact, &x->box, &p->exact));
    TRY(mem_array(&x->f, HOST, x->box.unknowns, sizeof *x->f));
    TRY(mem_array(&x->plane, HOST, source_plane_size(&x->source), sizeof *x->plane));
    if (exec.space == DEVICE) TRY(mem_array(&x->device_u, DEVICE, x->box.points, sizeof *x->device_u));
    return mem_array(&x->u, HOST, x->box.points, sizeof *x->u);
}

void instance_free(struct instance *x)
{
    field_free(x->exact);
    direct_free(&x->direct);
    source_free(&x->source);
    box_free(&x->box);
    mem_free(x->u);
    mem_free(x->device_u);
    mem_free(x->f);
    mem_free(x->plane);
    *x = (struct instance){0};
}

enum status instance_at(struct instance *x, double t)
{
    const double began = seconds_now();
    const int64_t size = source_plane_size(&x->source);
    x->ready = false;
    TRY(source_at(&x->source, t));
    for (int64_t k = 0; k < x->box.axis[2].unknowns; k++) TRY(source_plane(&x->source, k, x->f + k * size));
    if (poisson_level_free(x->params)) x->level = level_of(&x->box, x->f);
    x->removed = x->direct.waves.singular ? x->level.mean : 0;
    x->assembling = seconds_now() - began;
    x->ready = true;
    return ST_OK;
}

/* u := -(f - removed) / eps at the unknowns, scaled. */
static void assemble(struct instance *x)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    const double scale = direct_scale(&x->direct);
    const int64_t m = a[0].unknowns;
    const int threads = exec_for(x->exec, (double)b->unknowns * 3 * sizeof(double) / THREAD_RATE).threads;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = 0; k < a[2].unknowns; k++)
        for (int64_t j = 0; j < a[1].unknowns; j++) {
            real *const row = x->u + b->first + k * b->stride[2] + j * b->stride[1];
            const double *const f = x->f + (k * a[1].unknowns + j) * m;
            for (int64_t i = 0; i < m; i++) {
                const double eps = a[b->main].eps[b->main == 0 ? i : b->main == 1 ? j : k];
                row[i] = (real)((x->removed - f[i]) * (scale / eps));
            }
        }
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
    assemble(x);
    x->assembling += seconds_now() - began;
    TRY(move(x, DEVICE));
    const double made = seconds_now();
    TRY(direct_solve(&x->direct, x->device_u ? x->device_u : x->u));
    *seconds = seconds_now() - made;
    return ST_OK;
}

enum status instance_solve(struct instance *x)
{
    x->moving = 0;
    TRY(solve_timing_take(&x->timing, x->params->repeats, solve_once, x));
    TRY(move(x, HOST));
    faces_set(&x->source.faces, x->u);
    return ST_OK;
}
