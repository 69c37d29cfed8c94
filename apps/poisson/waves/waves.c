/* Makes and solves the systems of the waves, or divides. */
#include "apps/poisson/waves/waves.h"

#include <math.h>

#include "apps/poisson/waves/long_wave.h"
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

/* The largest eigenvalues of all other axes, and the largest diagonal. */
static double largest_coefficient(const struct box *b, const double *const eigenvalue[3])
{
    const struct axis *const a = &b->axis[b->main];
    double sum = 0, diagonal = 0;
    for (int d = 0; d < 3; d++) {
        double most = 0;
        for (int64_t i = 0; d != b->main && i < b->axis[d].unknowns; i++) most = fmax(most, eigenvalue[d][i]);
        sum += most;
    }
    for (int64_t i = 0; i < a->unknowns; i++)
        diagonal = fmax(diagonal, ((a->link[i] + a->link[i + 1]) / a->volume[i] + a->q[i]) / a->eps[i]);
    return sum + diagonal;
}

static double unit_of(const struct box *b, const double *const eigenvalue[3])
{
    const double largest = largest_coefficient(b, eigenvalue);
    return largest > 0 && isfinite(largest) ? ldexp(1, -ilogb(largest)) : 1;
}

/* Rows of -(eps u')' / eps + q u / eps along the main axis. */
static void set_rows(struct waves *w)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    for (int64_t i = 0; i < a->unknowns; i++) {
        const double weight = w->unit / (a->volume[i] * a->eps[i]);
        w->lower[i] = (real)(-a->link[i] * weight);
        w->upper[i] = (real)(-a->link[i + 1] * weight);
        w->diag[i] = (real)((a->link[i] + a->link[i + 1]) * weight + a->q[i] / a->eps[i] * w->unit);
    }
}

/* The place among all systems of that of a wave of the other two axes. */
static int64_t place_of(const struct waves *w, const struct poisson_transforms *t, int64_t i, int64_t j)
{
    const int64_t row = w->box->axis[axis_faster_other(w->box->main)].unknowns;
    return t->planes.in_groups ? planes_place(&t->planes, i, j) : j * row + i;
}

/* The shift of each system: the sum of the eigenvalues of its wave along the other axes. */
static void set_shifts(struct waves *w, const struct poisson_transforms *t)
{
    const int fast = axis_faster_other(w->box->main), slow = axis_slower_other(w->box->main);
    for (int64_t j = 0; j < w->box->axis[slow].unknowns; j++)
        for (int64_t i = 0; i < w->box->axis[fast].unknowns; i++)
            w->shift[place_of(w, t, i, j)] = (real)((w->eigenvalue[fast][i] + w->eigenvalue[slow][j]) * w->unit);
}

/* Long waves get another shift, with which their systems are regular, because their solutions are replaced. With list
 * NULL they are counted only. */
static int64_t find_long_waves(struct waves *w, const struct poisson_transforms *t, struct long_waves *list)
{
    const struct box *const b = w->box;
    const int fast = axis_faster_other(b->main), slow = axis_slower_other(b->main);
    const struct shape shape = waves_shape(b);
    const double limit = long_wave_limit(&b->axis[b->main]);
    int64_t count = 0;
    for (int64_t j = 0; j < b->axis[slow].unknowns; j++)
        for (int64_t i = 0; i < b->axis[fast].unknowns; i++) {
            const double shift = w->eigenvalue[fast][i] + w->eigenvalue[slow][j];
            const bool constant = w->singular && i == 0 && j == 0;
            if (!(shift < limit) && !constant) continue;
            if (list) {
                const int64_t at = place_of(w, t, i, j);
                list->start[count] = shape_start(&shape, at), list->shift[count] = shift;
                w->shift[at] = w->diag[0] > 0 ? w->diag[0] : 1;
            }
            count++;
        }
    return count;
}

static enum status make_long_waves(struct waves *w, const struct poisson_transforms *t)
{
    TRY(long_waves_make(&w->long_waves, w->box, find_long_waves(w, t, NULL), w->exec));
    w->long_waves.singular = w->singular, w->long_waves.mean = w->mean, w->long_waves.unit = w->unit;
    find_long_waves(w, t, &w->long_waves);
    return ST_OK;
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
    return move_to_device(&w->shift, systems, &w->exec);
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
    set_rows(w);
    set_shifts(w, from);
    TRY(make_long_waves(w, from));
    if (w->exec.space == DEVICE) {
        const struct tridiag t = {w->lower, w->diag, w->upper, w->shift};
        TRY(split_make(&w->split, &shape, systems, options, &t, host_share, w->exec));
        shape.batch -= w->split.count;
        TRY(move_all_to_device(w, rows, shape.batch));
    }
    return plan_make(&w->systems, systems, &shape, options, &w->exec);
}

/* Times unit. */
static enum status send_eigenvalues(struct waves *w)
{
    for (int d = 0; d < 3; d++) {
        const int64_t n = w->box->axis[d].unknowns, bytes = n * (int64_t)sizeof *w->eigenvalue[d];
        double *scaled;
        TRY(mem_array(&scaled, HOST, n, sizeof *scaled));
        for (int64_t i = 0; i < n; i++) scaled[i] = w->eigenvalue[d][i] * w->unit;
        enum status s = mem_alloc(&w->device_eigenvalue[d], DEVICE, bytes);
        if (s == ST_OK) s = device_copy(w->device_eigenvalue[d], DEVICE, scaled, HOST, bytes, &w->exec);
        mem_free(scaled);
        TRY(s);
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
    w->unit = unit_of(b, w->eigenvalue);
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
    long_waves_free(&w->long_waves);
    *w = (struct waves){0};
}

static enum status solve_systems(struct waves *w, real *u)
{
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {w->lower, w->diag, w->upper, w->shift},
                                  .x = u,
                                  .outcome = w->exec.space == HOST ? &w->outcome : NULL};
    long_waves_take(&w->long_waves, u);
    TRY(plan_solve_well(w->systems, &system));
    TRY(split_solve(&w->split, u));
    return long_waves_put(&w->long_waves, u);
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
            const real rest = (real)((w->eigenvalue[1][j] + w->eigenvalue[2][k] + w->loss) * w->unit);
            for (int64_t i = 0; i < a[0].unknowns; i++) row[i] /= (real)(w->eigenvalue[0][i] * w->unit) + rest;
        }
    if (w->singular) u[0] = (real)w->mean;
}

static void divide_on_device(const struct waves *w, real *u)
{
    struct wave_division d = {.loss = w->loss * w->unit, .mean = w->mean, .singular = w->singular};
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
    if (!w->systems) return 2 * (double)w->box->unknowns * (double)sizeof(real);
    return plan_cost(w->systems).bytes + split_plan_traffic(&w->split);
}

double waves_bytes(const struct waves *w)
{
    return w->systems ? (double)plan_bytes(w->systems) + split_plan_bytes(&w->split) : 0;
}
