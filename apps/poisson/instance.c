/* Makes the right side, and solves. */
#include "apps/poisson/instance.h"

#include "base/memory.h"

enum status instance_make(struct instance *x, const struct poisson_params *p, const struct direct_choice *choice,
                          struct exec exec)
{
    *x = (struct instance){.params = p, .exec = exec};
    TRY(box_make(&x->box, p));
    TRY(source_make(&x->source, &x->box, p, exec.threads));
    TRY(direct_make(&x->direct, &x->box, p, choice, exec));
    TRY(box_field(&x->exact, &x->box, &p->exact));
    const int64_t plane = source_plane_size(&x->source);
    TRY(mem_array(&x->plane, HOST, plane, sizeof *x->plane));
    TRY(mem_array(&x->other, HOST, plane, sizeof *x->other));
    return mem_array(&x->u, HOST, x->box.points, sizeof *x->u);
}

void instance_free(struct instance *x)
{
    field_free(x->exact);
    direct_free(&x->direct);
    source_free(&x->source);
    box_free(&x->box);
    mem_free(x->u);
    mem_free(x->plane);
    mem_free(x->other);
    *x = (struct instance){0};
}

/* The sum of f over all volumes over the sum of volumes. */
static enum status find_mean(struct instance *x)
{
    const struct axis *const a = x->box.axis;
    double sum = 0, volume = 0;
    for (int64_t k = 0; k < a[2].unknowns; k++) {
        TRY(source_plane(&x->source, k, x->plane));
        for (int64_t j = 0; j < a[1].unknowns; j++)
            for (int64_t i = 0; i < a[0].unknowns; i++) {
                const double v = box_volume(&x->box, i, j, k);
                sum += v * x->plane[j * a[0].unknowns + i], volume += v;
            }
    }
    x->removed = sum / volume;
    return ST_OK;
}

enum status instance_at(struct instance *x, double t)
{
    TRY(source_at(&x->source, t));
    return x->direct.singular ? find_mean(x) : ST_OK;
}

/* u := -(f - removed) / eps at the unknowns, scaled. */
static enum status assemble(struct instance *x)
{
    const struct box *const b = &x->box;
    const struct axis *const a = b->axis;
    const double scale = direct_scale(&x->direct);
    const int64_t m = a[0].unknowns;
    const int threads = exec_for(x->exec, (double)(m * a[1].unknowns) * 3 * sizeof(double) / THREAD_RATE).threads;
    for (int64_t k = 0; k < a[2].unknowns; k++) {
        TRY(source_plane(&x->source, k, x->plane));
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int64_t j = 0; j < a[1].unknowns; j++) {
            real *const row = x->u + b->first + k * b->stride[2] + j * b->stride[1];
            for (int64_t i = 0; i < m; i++) {
                const double eps = a[b->main].eps[b->main == 0 ? i : b->main == 1 ? j : k];
                row[i] = (real)((x->removed - x->plane[j * m + i]) * (scale / eps));
            }
        }
    }
    return ST_OK;
}

static enum status solve_once(void *context, double *seconds)
{
    struct instance *const x = context;
    const double began = seconds_now();
    TRY(assemble(x));
    const double made = seconds_now();
    x->assembling += made - began;
    TRY(direct_solve(&x->direct, x->u));
    *seconds = seconds_now() - made;
    return ST_OK;
}

enum status instance_solve(struct instance *x)
{
    x->assembling = 0;
    TRY(solve_timing_take(&x->timing, x->params->repeats, solve_once, x));
    faces_set(&x->source.faces, x->u);
    return ST_OK;
}
