/* Plans the stages of a direct solution, and runs them.
 *
 * Hockney, J. ACM 12 (1965) 95; Swarztrauber, SIAM Review 19 (1977) 490. */
#include "apps/poisson/direct.h"

#include "apps/poisson/constant_mode.h"
#include "base/memory.h"
#include "base/timer.h"

static struct shape systems_shape(const struct box *b)
{
    struct shape s = box_lines(b, b->main);
    s.kind = KIND_TRIDIAG;
    s.tridiag.cyclic = axis_periodic(&b->axis[b->main]);
    s.tridiag.shifted = true;
    s.matrix = matrix_layout_shared();
    return s;
}

/* Only what shapes need of a box; nothing is allocated. */
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
    const struct shape systems = systems_shape(&b);
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

/* Rows of -(eps u')' / eps + q u / eps along the main axis. */
static void set_rows(struct poisson_direct *x)
{
    const struct axis *const a = &x->box->axis[x->box->main];
    for (int64_t i = 0; i < a->unknowns; i++) {
        const double weight = 1 / (a->volume[i] * a->eps[i]);
        x->lower[i] = (real)(-a->link[i] * weight);
        x->upper[i] = (real)(-a->link[i + 1] * weight);
        x->diag[i] = (real)((a->link[i] + a->link[i + 1]) * weight + a->q[i] / a->eps[i]);
    }
}

/* Eigenvalues of the other axes; that of the constant wave, if its system is singular, is made up: its solution is
 * replaced. */
static void set_shifts(struct poisson_direct *x)
{
    const struct box *const b = x->box;
    const int fast = b->main == 0 ? 1 : 0, slow = b->main == 2 ? 1 : 2;
    const int64_t rows = b->axis[slow].unknowns, row = b->axis[fast].unknowns;
    const double *const *const value = x->transforms.eigenvalue;
    for (int64_t j = 0; j < rows; j++)
        for (int64_t i = 0; i < row; i++) x->shift[j * row + i] = (real)(value[fast][i] + value[slow][j]);
    if (x->singular) x->shift[0] = x->diag[0];
}

static enum status make_systems(struct poisson_direct *x, const struct direct_choice *choice)
{
    const struct axis *const a = &x->box->axis[x->box->main];
    const struct shape shape = systems_shape(x->box);
    TRY(mem_array(&x->lower, HOST, a->unknowns, sizeof(real)));
    TRY(mem_array(&x->diag, HOST, a->unknowns, sizeof(real)));
    TRY(mem_array(&x->upper, HOST, a->unknowns, sizeof(real)));
    TRY(mem_array(&x->shift, HOST, shape.batch, sizeof(real)));
    TRY(mem_array(&x->line, HOST, a->unknowns, sizeof *x->line));
    set_rows(x);
    set_shifts(x);
    return plan_make(&x->systems, choice->systems, &shape, choice->options, &x->exec);
}

enum status direct_make(struct poisson_direct *x, const struct box *b, const struct poisson_params *p,
                        const struct direct_choice *choice, struct exec exec)
{
    const struct axis *const a = &b->axis[b->main];
    *x = (struct poisson_direct){
        .box = b, .exec = exec, .loss = a->q[0] / a->eps[0], .singular = poisson_singular(p), .mean = p->mean};
    TRY(transforms_make(&x->transforms, b, choice->transform, !choice->systems, exec));
    return choice->systems ? make_systems(x, choice) : ST_OK;
}

void direct_free(struct poisson_direct *x)
{
    transforms_free(&x->transforms);
    plan_free(x->systems);
    mem_free(x->lower);
    mem_free(x->diag);
    mem_free(x->upper);
    mem_free(x->shift);
    mem_free(x->line);
    *x = (struct poisson_direct){0};
}

double direct_scale(const struct poisson_direct *x)
{
    return transforms_scale(&x->transforms);
}

static enum status solve_systems(struct poisson_direct *x, real *u)
{
    const struct axis *const a = &x->box->axis[x->box->main];
    const int64_t step = x->box->stride[x->box->main];
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {x->lower, x->diag, x->upper, x->shift}, .x = u};
    for (int64_t i = 0; x->singular && i < a->unknowns; i++) x->line[i] = (double)u[i * step];
    TRY(plan_solve(x->systems, &system));
    if (!x->singular) return ST_OK;
    constant_mode_solve(a, x->mean, x->line);
    for (int64_t i = 0; i < a->unknowns; i++) u[i * step] = (real)x->line[i];
    return ST_OK;
}

/* Without systems: each wave over its eigenvalue. */
static void divide(const struct poisson_direct *x, real *u)
{
    const struct box *const b = x->box;
    const struct axis *const a = b->axis;
    const double *const *const value = x->transforms.eigenvalue;
    const int threads = exec_for(x->exec, (double)b->unknowns * 2 * (double)sizeof(real) / THREAD_RATE).threads;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = 0; k < a[2].unknowns; k++)
        for (int64_t j = 0; j < a[1].unknowns; j++) {
            real *const row = u + k * b->stride[2] + j * b->stride[1];
            const real rest = (real)(value[1][j] + value[2][k] + x->loss);
            for (int64_t i = 0; i < a[0].unknowns; i++) row[i] /= (real)value[0][i] + rest;
        }
    if (x->singular) u[0] = (real)x->mean;
}

enum status direct_stage(struct poisson_direct *x, enum poisson_stage stage, real *points)
{
    real *const u = points + x->box->first;
    const double began = seconds_now();
    if (stage != STAGE_SYSTEMS) TRY(transforms_run(&x->transforms, stage == STAGE_BACK, u));
    else if (x->systems) TRY(solve_systems(x, u));
    else divide(x, u);
    x->seconds[stage] = seconds_now() - began;
    return ST_OK;
}

enum status direct_solve(struct poisson_direct *x, real *u)
{
    for (int stage = 0; stage < STAGES; stage++) TRY(direct_stage(x, (enum poisson_stage)stage, u));
    return ST_OK;
}

double direct_traffic(const struct poisson_direct *x)
{
    const double systems =
        x->systems ? plan_cost(x->systems).bytes : 2 * (double)x->box->unknowns * (double)sizeof(real);
    return systems + transforms_traffic(&x->transforms);
}

double direct_bytes(const struct poisson_direct *x)
{
    return (x->systems ? (double)plan_bytes(x->systems) : 0) + transforms_bytes(&x->transforms);
}
