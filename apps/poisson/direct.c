/* Plans the stages of a direct solution, and runs them.
 *
 * Hockney, J. ACM 12 (1965) 95; Swarztrauber, SIAM Review 19 (1977) 490. */
#include "apps/poisson/direct.h"

#include "apps/poisson/constant_mode.h"
#include "base/memory.h"
#include "base/timer.h"

/* A single periodic point is its own transform. */
static bool is_transformed(const struct direct_choice *choice, const struct box *b, int d)
{
    return !(choice->systems && d == b->main) && !(axis_periodic(&b->axis[d]) && b->axis[d].unknowns == 1);
}

static struct shape transform_shape(const struct box *b, int d, enum transform_type type)
{
    struct shape s = box_lines(b, d);
    s.kind = KIND_TRANSFORM;
    s.transform.type = type;
    return s;
}

static struct shape systems_shape(const struct box *b)
{
    struct shape s = box_lines(b, b->main);
    s.kind = KIND_TRIDIAG;
    s.tridiag.cyclic = axis_periodic(&b->axis[b->main]);
    s.tridiag.shifted = true;
    s.matrix = matrix_layout_shared();
    return s;
}

/* Are x and y transformed together, plane by plane? */
static bool in_planes(const struct direct_choice *choice, const struct box *b)
{
    return is_transformed(choice, b, 0) && is_transformed(choice, b, 1) && planes_suit(b);
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

enum status direct_accepts(const struct poisson_params *p, const struct direct_choice *choice)
{
    const struct box b = sketch(p);
    if (!choice->systems) {
        if (!b.axis[b.main].even)
            return fail(ST_REFUSED, "transforms along all axes need an even grid and one eps: grid.places and "
                                    "variable eps are for tridiagonal systems");
        if (p->q.form != FIELD_NUMBER) return fail(ST_REFUSED, "transforms along all axes need one q");
    }
    for (int d = 0; d < 3; d++) {
        if (!is_transformed(choice, &b, d)) continue;
        const enum transform_type type = axis_transform(&b.axis[d]);
        const bool plane = d < 2 && in_planes(choice, &b);
        struct shape (*const shape)(const struct box *, int, enum transform_type) =
            plane ? planes_lines : transform_shape;
        const struct shape forward = shape(&b, d, type), back = shape(&b, d, transform_inverse(type));
        if (solver_accepts(choice->transform, &forward, NULL) != ST_OK ||
            solver_accepts(choice->transform, &back, NULL) != ST_OK)
            return fail_within(ST_REFUSED, "transform along %c: ", "xyz"[d]);
    }
    if (!choice->systems) return ST_OK;
    const struct shape s = systems_shape(&b);
    return solver_accepts(choice->systems, &s, choice->options);
}

static enum status make_transforms(struct poisson_direct *x, const struct direct_choice *choice)
{
    const bool planes = in_planes(choice, x->box);
    if (planes) TRY(planes_make(&x->planes, x->box, choice->transform, x->exec));
    for (int d = planes ? 2 : 0; d < 3; d++) {
        if (!is_transformed(choice, x->box, d)) continue;
        const enum transform_type type = axis_transform(&x->box->axis[d]);
        const struct shape forward = transform_shape(x->box, d, type),
                           back = transform_shape(x->box, d, transform_inverse(type));
        TRY(plan_make(&x->forward[d], choice->transform, &forward, NULL, &x->exec));
        TRY(plan_make(&x->back[d], choice->transform, &back, NULL, &x->exec));
    }
    return ST_OK;
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
    const struct axis *const fast = &b->axis[b->main == 0 ? 1 : 0], *const slow = &b->axis[b->main == 2 ? 1 : 2];
    for (int64_t j = 0; j < slow->unknowns; j++)
        for (int64_t i = 0; i < fast->unknowns; i++)
            x->shift[j * fast->unknowns + i] = (real)(fast->eigenvalue[i] + slow->eigenvalue[j]);
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
    TRY(make_transforms(x, choice));
    return choice->systems ? make_systems(x, choice) : ST_OK;
}

void direct_free(struct poisson_direct *x)
{
    for (int d = 0; d < 3; d++) {
        plan_free(x->forward[d]);
        plan_free(x->back[d]);
    }
    planes_free(&x->planes);
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
    double norm = 1;
    for (int d = 0; d < 3; d++)
        if (x->forward[d] || (d < 2 && x->planes.plan))
            norm *= (double)transform_norm(axis_transform(&x->box->axis[d]), x->box->axis[d].unknowns);
    return 1 / norm;
}

static enum status transform_along(struct plan *p, real *u)
{
    return p ? plan_solve(p, &(struct system){.kind = KIND_TRANSFORM, .x = u}) : ST_OK;
}

static enum status transform_forward(const struct poisson_direct *x, real *u)
{
    if (x->planes.plan) TRY(planes_run(&x->planes, false, u));
    for (int d = 0; d < 3; d++) TRY(transform_along(x->forward[d], u));
    return ST_OK;
}

static enum status transform_back(const struct poisson_direct *x, real *u)
{
    for (int d = 2; d >= 0; d--) TRY(transform_along(x->back[d], u));
    return x->planes.plan ? planes_run(&x->planes, true, u) : ST_OK;
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
    const int threads = exec_for(x->exec, (double)b->unknowns * 2 * (double)sizeof(real) / THREAD_RATE).threads;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = 0; k < a[2].unknowns; k++)
        for (int64_t j = 0; j < a[1].unknowns; j++) {
            real *const row = u + k * b->stride[2] + j * b->stride[1];
            const real rest = (real)(a[1].eigenvalue[j] + a[2].eigenvalue[k] + x->loss);
            for (int64_t i = 0; i < a[0].unknowns; i++) row[i] /= (real)a[0].eigenvalue[i] + rest;
        }
    if (x->singular) u[0] = (real)x->mean;
}

enum status direct_stage(struct poisson_direct *x, enum poisson_stage stage, real *points)
{
    real *const u = points + x->box->first;
    const double began = seconds_now();
    if (stage == STAGE_FORWARD) TRY(transform_forward(x, u));
    else if (stage == STAGE_BACK) TRY(transform_back(x, u));
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
    double bytes = x->systems ? plan_cost(x->systems).bytes : 2 * (double)x->box->unknowns * (double)sizeof(real);
    if (x->planes.plan) bytes += planes_traffic(&x->planes);
    for (int d = 0; d < 3; d++)
        if (x->forward[d]) bytes += plan_cost(x->forward[d]).bytes + plan_cost(x->back[d]).bytes;
    return bytes;
}

double direct_bytes(const struct poisson_direct *x)
{
    double bytes = x->systems ? (double)plan_bytes(x->systems) : 0;
    if (x->planes.plan) bytes += planes_bytes(&x->planes);
    for (int d = 0; d < 3; d++)
        if (x->forward[d]) bytes += (double)(plan_bytes(x->forward[d]) + plan_bytes(x->back[d]));
    return bytes;
}
