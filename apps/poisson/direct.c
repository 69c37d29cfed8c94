/* Plans the stages of a direct solution, and runs them.
 *
 * Hockney, J. ACM 12 (1965) 95; Swarztrauber, SIAM Review 19 (1977) 490. */
#include "apps/poisson/direct.h"

#include "base/device/device.h"
#include "base/timer.h"

/* The box without its arrays: all that shapes need. */
static struct box sketch(const struct poisson_params *p)
{
    struct box b = {.dim = poisson_dim(p), .main = poisson_axis(p), .points = 1, .unknowns = 1};
    for (int d = 0; d < 3; d++) {
        struct axis *const a = &b.axis[d];
        axis_sketch(a, p, d);
        b.stride[d] = b.points;
        b.points *= a->points;
        b.unknowns *= a->unknowns;
    }
    return b;
}

enum status direct_needs(const struct poisson_params *p, const struct direct_choice *choice, double *bytes)
{
    const struct box b = sketch(p);
    const struct exec one = exec_host(1);
    const struct shape systems = waves_shape(&b);
    int64_t held;
    *bytes = 0;
    if (!choice->systems) {
        if (p->eps.form != FIELD_NUMBER || p->q.form != FIELD_NUMBER)
            return fail(ST_REFUSED, "transforms along all axes need one eps and one q: those that vary are for "
                                    "tridiagonal systems");
        if (!b.axis[b.main].even && p->eigenvalues == EIGENVALUES_SPECTRAL)
            return fail(ST_REFUSED, "transforms along all axes with spectral eigenvalues need even spacing");
    }
    TRY(transforms_needs(&b, choice->transform, !choice->systems, bytes));
    if (!choice->systems) return ST_OK;
    TRY(solver_bytes(choice->systems, &systems, choice->options, &one, &held));
    *bytes += (double)held + (double)systems.batch * (double)sizeof(real);
    return ST_OK;
}

enum status direct_accepts(const struct poisson_params *p, const struct direct_choice *choice)
{
    double bytes;
    return direct_needs(p, choice, &bytes);
}

enum status direct_make(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                        const struct direct_choice *choice, struct exec exec)
{
    *x = (struct poisson_direct){.box = b, .exec = exec};
    TRY(layout_make(&x->layout, b));
    TRY(transforms_make(&x->transforms, &x->layout, choice->transform, !choice->systems, exec));
    return waves_make(&x->waves, &x->layout, p, &x->transforms, choice->systems, choice->options, exec);
}

void direct_free(struct poisson_direct *x)
{
    transforms_free(&x->transforms);
    waves_free(&x->waves);
    layout_free(&x->layout);
    *x = (struct poisson_direct){0};
}

double direct_scale(const struct poisson_direct *x)
{
    return transforms_scale(&x->transforms) * x->waves.unit;
}

/* Turns exchange unknowns with other ranks, which wait for them: they are taken even if a stage `before` has failed. */
static enum status run_stage(struct poisson_direct *x, enum poisson_stage stage, real *u, enum status before)
{
    const double began = seconds_now();
    const bool systems = stage == STAGE_SYSTEMS;
    enum status s =
        systems ? waves_solve(&x->waves, u, before) : transforms_run(&x->transforms, stage == STAGE_BACK, u, before);
    if (s == ST_OK && x->exec.space == DEVICE) s = device_wait(&x->exec);
    x->seconds[stage] = seconds_now() - began;
    return s;
}

enum status direct_stage(struct poisson_direct *x, enum poisson_stage stage, real *u)
{
    return run_stage(x, stage, u, ST_OK);
}

enum status direct_solve(struct poisson_direct *x, real *u)
{
    enum status s = ST_OK;
    for (int stage = 0; stage < STAGES; stage++) s = run_stage(x, (enum poisson_stage)stage, u, s);
    return s;
}

double direct_traffic(const struct poisson_direct *x)
{
    return waves_traffic(&x->waves) + transforms_traffic(&x->transforms);
}

double direct_bytes(const struct poisson_direct *x)
{
    return waves_bytes(&x->waves) + transforms_bytes(&x->transforms);
}
