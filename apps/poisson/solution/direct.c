/* Plans the stages of a direct solution, and runs them.
 *
 * Hockney, J. ACM 12 (1965) 95; Swarztrauber, SIAM Review 19 (1977) 490. */
#include "apps/poisson/solution/direct.h"

#include "apps/poisson/ranks/lines.h"
#include "apps/poisson/ranks/part.h"
#include "base/device/device.h"
#include "base/timer.h"

/* The box without its arrays, with the part of this rank: all that shapes need. */
static struct box sketch(const struct poisson_params *p, struct comm *c)
{
    struct box b = {.dim = poisson_dim(p), .main = poisson_axis(p), .points = 1, .unknowns = 1};
    for (int d = 0; d < 3; d++) {
        struct axis *const a = &b.axis[d];
        axis_sketch(a, p, d);
        b.stride[d] = b.points;
        b.points *= a->points;
        b.unknowns *= a->unknowns;
    }
    part_take(&b, c);
    return b;
}

/* Adds the bytes of the systems: of all ranks as if each had as many rows as this one, where lines are cut. */
static enum status systems_needs(const struct box *b, const struct poisson_params *p,
                                 const struct direct_choice *choice, double *bytes)
{
    const struct exec one = exec_host(1);
    const struct rank_cut cut = lines_cut(b, (enum cut_scheme)p->lines);
    struct shape systems = waves_shape(b);
    int64_t held;
    if (cut.whole) systems.n = extent_length(b->own[b->cut]), systems.cut = cut;
    TRY(solver_bytes(choice->systems, &systems, choice->options, &one, &held));
    *bytes += ((double)held + (double)systems.batch * (double)sizeof(real)) * (cut.whole ? comm_size(b->comm) : 1);
    return ST_OK;
}

enum status direct_needs(const struct poisson_params *p, const struct direct_choice *choice, double *bytes)
{
    const struct box b = sketch(p, choice->comm);
    *bytes = 0;
    TRY(lines_accept(&b, (enum cut_scheme)p->lines, choice->systems));
    if (!choice->systems) {
        if (p->eps.form != FIELD_NUMBER || p->q.form != FIELD_NUMBER)
            return fail(ST_REFUSED, "transforms along all axes need one eps and one q: those that vary are for "
                                    "tridiagonal systems");
        if (!b.axis[b.main].even && p->eigenvalues == EIGENVALUES_SPECTRAL)
            return fail(ST_REFUSED, "transforms along all axes with spectral eigenvalues need even spacing, and no "
                                    "robin faces");
    }
    TRY(transforms_needs(&b, &choice->transform, !choice->systems, bytes));
    return choice->systems ? systems_needs(&b, p, choice, bytes) : ST_OK;
}

enum status direct_accepts(const struct poisson_params *p, const struct direct_choice *choice)
{
    double bytes;
    return direct_needs(p, choice, &bytes);
}

enum status direct_make_transforms(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                                   const struct direct_choice *choice, struct exec exec)
{
    *x = (struct poisson_direct){.box = b, .exec = exec};
    TRY(layout_make(&x->layout, b, lines_cut(b, (enum cut_scheme)p->lines)));
    return transforms_make(&x->transforms, &x->layout, &choice->transform, !choice->systems, exec);
}

enum status direct_make_waves(struct poisson_direct *x, const struct poisson_params *p,
                              const struct direct_choice *choice)
{
    return waves_make(&x->waves, &x->layout, p, &x->transforms, choice->systems, choice->options, x->exec);
}

enum status direct_make(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                        const struct direct_choice *choice, struct exec exec)
{
    TRY(direct_make_transforms(x, b, p, choice, exec));
    return direct_make_waves(x, p, choice);
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

/* Transposes exchange unknowns with other ranks, which wait for them: they take place even if a stage `before` has
 * failed. */
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
