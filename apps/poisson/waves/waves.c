/* Makes and solves the systems of the waves, or divides. */
#include "apps/poisson/waves/waves.h"

#include "apps/poisson/waves/constant_mode.h"
#include "apps/poisson/waves/waves_device.h"
#include "base/device/device.h"
#include "base/memory.h"

#ifndef BANDSTAND_CUDA
void waves_divide_device(const struct wave_division *d, real *u, const struct exec *exec)
{
}

void waves_take_line_device(real *line, const real *u, int64_t n, int64_t step, const struct exec *exec)
{
}

void waves_put_line_device(const real *line, real *u, int64_t n, int64_t step, const struct exec *exec)
{
}
#endif

struct shape waves_shape(const struct box *b)
{
    struct shape s = box_lines(b, b->main);
    s.kind = KIND_TRIDIAG;
    s.tridiag.cyclic = axis_periodic(&b->axis[b->main]);
    s.tridiag.shifted = true;
    s.matrix = matrix_layout_shared();
    return s;
}

/* Rows of -(eps u')' / eps + q u / eps along the main axis. */
static void set_rows(struct waves *w)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    for (int64_t i = 0; i < a->unknowns; i++) {
        const double weight = 1 / (a->volume[i] * a->eps[i]);
        w->lower[i] = (real)(-a->link[i] * weight);
        w->upper[i] = (real)(-a->link[i + 1] * weight);
        w->diag[i] = (real)((a->link[i] + a->link[i + 1]) * weight + a->q[i] / a->eps[i]);
    }
}

/* The shift of each system: the sum of the eigenvalues of its wave along the other axes. The constant wave of a
 * singular problem has another one, with which its system is regular, because solve_line replaces its solution. */
static void set_shifts(struct waves *w, const struct poisson_transforms *t)
{
    const struct box *const b = w->box;
    const int fast = axis_faster_other(b->main), slow = axis_slower_other(b->main);
    const int64_t rows = b->axis[slow].unknowns, row = b->axis[fast].unknowns;
    for (int64_t j = 0; j < rows; j++)
        for (int64_t i = 0; i < row; i++) {
            const int64_t at = t->planes.in_groups ? planes_place(&t->planes, i, j) : j * row + i;
            w->shift[at] = (real)(w->eigenvalue[fast][i] + w->eigenvalue[slow][j]);
        }
    if (w->singular) w->shift[0] = w->diag[0] > 0 ? w->diag[0] : 1;
}

/* Replaces an array of the host by a copy on the device. */
static enum status move_to_device(real **v, int64_t count, const struct exec *exec)
{
    real *const here = *v;
    enum status s = mem_array(v, DEVICE, count, sizeof **v);
    if (s == ST_OK) s = device_copy(*v, DEVICE, here, HOST, count * (int64_t)sizeof **v, exec);
    mem_free(here);
    return s;
}

static enum status move_all_to_device(struct waves *w, int64_t rows, int64_t systems)
{
    TRY(move_to_device(&w->lower, rows, &w->exec));
    TRY(move_to_device(&w->diag, rows, &w->exec));
    TRY(move_to_device(&w->upper, rows, &w->exec));
    TRY(move_to_device(&w->shift, systems, &w->exec));
    TRY(mem_array(&w->host_line, HOST, rows, sizeof *w->host_line));
    return mem_array(&w->device_line, DEVICE, rows, sizeof *w->device_line);
}

static enum status make_systems(struct waves *w, const struct poisson_transforms *from, const struct solver *systems,
                                const void *options, int64_t host_share)
{
    const int64_t rows = w->box->axis[w->box->main].unknowns;
    struct shape shape = waves_shape(w->box);
    TRY(mem_array(&w->lower, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->diag, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->upper, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->shift, HOST, shape.batch, sizeof(real)));
    TRY(mem_array(&w->line, HOST, rows, sizeof *w->line));
    set_rows(w);
    set_shifts(w, from);
    if (w->exec.space == DEVICE) {
        const struct tridiag t = {w->lower, w->diag, w->upper, w->shift};
        TRY(split_make(&w->split, &shape, systems, options, &t, host_share, w->exec));
        shape.batch -= w->split.count;
        TRY(move_all_to_device(w, rows, shape.batch));
    }
    return plan_make(&w->systems, systems, &shape, options, &w->exec);
}

static enum status send_eigenvalues(struct waves *w)
{
    for (int d = 0; d < 3; d++) {
        const int64_t bytes = w->box->axis[d].unknowns * (int64_t)sizeof *w->eigenvalue[d];
        TRY(mem_alloc(&w->device_eigenvalue[d], DEVICE, bytes));
        TRY(device_copy(w->device_eigenvalue[d], DEVICE, w->eigenvalue[d], HOST, bytes, &w->exec));
    }
    return ST_OK;
}

static bool has_loss(const struct axis *a)
{
    for (int64_t i = 0; i < a->unknowns; i++)
        if (a->q[i] > 0) return true;
    return false;
}

enum status waves_make(struct waves *w, const struct box *b, const struct poisson_params *p,
                       const struct poisson_transforms *t, const struct solver *systems, const void *options,
                       struct exec exec)
{
    const struct axis *const a = &b->axis[b->main];
    const bool level_fixed = !poisson_level_free(p) || has_loss(a);
    if (p->mean != 0 && level_fixed)
        return fail(ST_CONFIG, "mean: %g has no meaning where q fixes the level of u", p->mean);
    *w = (struct waves){.box = b, .exec = exec, .loss = a->q[0] / a->eps[0], .singular = !level_fixed, .mean = p->mean};
    for (int d = 0; d < 3; d++) w->eigenvalue[d] = t->eigenvalue[d];
    if (systems) return make_systems(w, t, systems, options, p->host_share);
    return exec.space == DEVICE ? send_eigenvalues(w) : ST_OK;
}

void waves_free(struct waves *w)
{
    plan_free(w->systems);
    split_free(&w->split);
    mem_free(w->lower);
    mem_free(w->diag);
    mem_free(w->upper);
    mem_free(w->shift);
    for (int d = 0; d < 3; d++) mem_free(w->device_eigenvalue[d]);
    mem_free(w->line);
    mem_free(w->host_line);
    mem_free(w->device_line);
    *w = (struct waves){0};
}

/* Copies the right side of the constant wave before the systems are solved in place. On the device the copy is queued,
 * and fetched when the systems are queued too. */
static void take_line(const struct waves *w, const real *u)
{
    const int64_t rows = w->box->axis[w->box->main].unknowns, step = w->box->stride[w->box->main];
    if (w->exec.space == DEVICE) waves_take_line_device(w->device_line, u, rows, step, &w->exec);
    for (int64_t i = 0; w->exec.space == HOST && i < rows; i++) w->line[i] = (double)u[i * step];
}

static enum status solve_line(struct waves *w, real *u)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    const int64_t step = w->box->stride[w->box->main];
    constant_mode_solve(a, w->mean, w->line);
    for (int64_t i = 0; i < a->unknowns; i++) u[i * step] = (real)w->line[i];
    return ST_OK;
}

static enum status solve_line_of_device(struct waves *w, real *u)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    const int64_t rows = a->unknowns, bytes = rows * (int64_t)sizeof *w->host_line;
    TRY(device_copy(w->host_line, HOST, w->device_line, DEVICE, bytes, &w->exec));
    for (int64_t i = 0; i < rows; i++) w->line[i] = (double)w->host_line[i];
    constant_mode_solve(a, w->mean, w->line);
    for (int64_t i = 0; i < rows; i++) w->host_line[i] = (real)w->line[i];
    TRY(device_copy(w->device_line, DEVICE, w->host_line, HOST, bytes, &w->exec));
    waves_put_line_device(w->device_line, u, rows, w->box->stride[w->box->main], &w->exec);
    return ST_OK;
}

static enum status solve_systems(struct waves *w, real *u)
{
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {w->lower, w->diag, w->upper, w->shift}, .x = u};
    if (w->singular) take_line(w, u);
    TRY(plan_solve(w->systems, &system));
    TRY(split_solve(&w->split, u));
    if (!w->singular) return ST_OK;
    return w->exec.space == DEVICE ? solve_line_of_device(w, u) : solve_line(w, u);
}

static void divide(const struct waves *w, real *u)
{
    const struct box *const b = w->box;
    const struct axis *const a = b->axis;
    const int threads = exec_for(w->exec, (double)b->unknowns * 2 * (double)sizeof(real) / THREAD_RATE).threads;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = 0; k < a[2].unknowns; k++)
        for (int64_t j = 0; j < a[1].unknowns; j++) {
            real *const row = u + k * b->stride[2] + j * b->stride[1];
            const real rest = (real)(w->eigenvalue[1][j] + w->eigenvalue[2][k] + w->loss);
            for (int64_t i = 0; i < a[0].unknowns; i++) row[i] /= (real)w->eigenvalue[0][i] + rest;
        }
    if (w->singular) u[0] = (real)w->mean;
}

static void divide_on_device(const struct waves *w, real *u)
{
    struct wave_division d = {.loss = w->loss, .mean = w->mean, .singular = w->singular};
    for (int axis = 0; axis < 3; axis++) {
        d.n[axis] = w->box->axis[axis].unknowns;
        d.stride[axis] = w->box->stride[axis];
        d.eigenvalue[axis] = w->device_eigenvalue[axis];
    }
    waves_divide_device(&d, u, &w->exec);
}

enum status waves_solve(struct waves *w, real *u)
{
    if (w->systems) return solve_systems(w, u);
    if (w->exec.space == DEVICE) divide_on_device(w, u);
    else divide(w, u);
    return ST_OK;
}

double waves_traffic(const struct waves *w)
{
    return w->systems ? plan_cost(w->systems).bytes : 2 * (double)w->box->unknowns * (double)sizeof(real);
}

double waves_bytes(const struct waves *w)
{
    return w->systems ? (double)plan_bytes(w->systems) : 0;
}
