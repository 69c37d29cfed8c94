/* Makes and solves the systems of the waves, or divides. */
#include "apps/poisson/waves/waves.h"

#include <math.h>

#include "apps/poisson/waves/long_wave.h"
#include "apps/poisson/waves/waves_there.h"
#include "base/memory.h"

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
static double largest_coefficient(const struct box *b, const double *const *eigenvalue)
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

static double unit_of(const struct box *b, const double *const *eigenvalue)
{
    const double largest = largest_coefficient(b, eigenvalue);
    return largest > 0 && isfinite(largest) ? ldexp(1, -ilogb(largest)) : 1;
}

/* On the diagonal of row i of -(eps u')' / eps + q u / eps along the main axis. */
static real diagonal(const struct waves *w, int64_t i)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    const double weight = w->unit / (a->volume[i] * a->eps[i]);
    return (real)((a->link[i] + a->link[i + 1]) * weight + a->q[i] / a->eps[i] * w->unit);
}

/* All rows of this rank. */
static void set_rows(struct waves *w)
{
    const struct axis *const a = &w->box->axis[w->box->main];
    for (int64_t k = 0; k < a->unknowns; k++) {
        const int64_t i = w->first + k;
        const double weight = w->unit / (a->volume[i] * a->eps[i]);
        w->lower[k] = (real)(-a->link[i] * weight);
        w->upper[k] = (real)(-a->link[i + 1] * weight);
        w->diag[k] = diagonal(w, i);
    }
}

/* The index, among all systems, of the system of a wave of the other two axes. */
static int64_t place_of(const struct waves *w, const struct poisson_transforms *t, int64_t i, int64_t j)
{
    const int64_t row = w->box->axis[axis_faster_other(w->box->main)].unknowns;
    return t->planes.in_groups ? planes_place(w->box, i, j) : j * row + i;
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
    const real first = diagonal(w, 0), regular = first > 0 ? first : 1;
    const double limit = long_wave_limit(&w->layout->box->axis[b->main]);
    int64_t count = 0;
    for (int64_t j = 0; j < b->axis[slow].unknowns; j++)
        for (int64_t i = 0; i < b->axis[fast].unknowns; i++) {
            const double shift = w->eigenvalue[fast][i] + w->eigenvalue[slow][j];
            const bool constant = w->constant && i == 0 && j == 0;
            if (!(shift < limit) && !constant) continue;
            if (list) {
                const int64_t at = place_of(w, t, i, j);
                list->start[count] = shape_start(&shape, at), list->shift[count] = shift;
                w->shift[at] = regular;
            }
            count++;
        }
    return count;
}

static enum status make_long_waves(struct waves *w, const struct poisson_transforms *t)
{
    TRY(long_waves_make(&w->long_waves, w->layout, w->box, find_long_waves(w, t, NULL), w->exec));
    w->long_waves.singular = w->constant, w->long_waves.mean = w->mean, w->long_waves.unit = w->unit;
    find_long_waves(w, t, &w->long_waves);
    return ST_OK;
}

static enum status make_matrix(struct waves *w, const struct poisson_transforms *from, int64_t rows, int64_t systems)
{
    TRY(mem_array(&w->lower, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->diag, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->upper, HOST, rows, sizeof(real)));
    TRY(mem_array(&w->shift, HOST, systems, sizeof(real)));
    set_rows(w);
    set_shifts(w, from);
    return make_long_waves(w, from);
}

static enum status make_systems(struct waves *w, const struct poisson_transforms *from, const struct solver *systems,
                                const void *options, int64_t host_share)
{
    const int64_t rows = w->box->axis[w->box->main].unknowns;
    struct shape shape = waves_shape(w->box);
    shape.cut = w->layout->lines;
    TRY(comm_agree(shape.cut.comm, make_matrix(w, from, rows, shape.batch)));
    if (shape.batch == 0) return ST_OK;
    if (w->exec.space == DEVICE) {
        const struct tridiag t = {w->lower, w->diag, w->upper, w->shift};
        TRY(split_make(&w->split, &shape, systems, options, &t, host_share, w->exec));
        shape.batch -= w->split.count;
        TRY(waves_send_systems(w, rows, shape.batch));
    }
    return plan_make(&w->systems, systems, &shape, options, &w->exec);
}

static bool has_loss(const struct axis *a)
{
    for (int64_t i = 0; i < a->unknowns; i++)
        if (a->q[i] > 0) return true;
    return false;
}

/* The rank that has the first unknown in the place of the waves has the constant one; all have a part of it if lines
 * are cut. */
static bool has_first(const struct box_part *p, const struct rank_cut *lines)
{
    if (lines->whole) return true;
    return p->box.unknowns > 0 && p->from[0] == 0 && p->from[1] == 0 && p->from[2] == 0;
}

enum status waves_make(struct waves *w, struct layout *l, const struct poisson_params *p,
                       const struct poisson_transforms *t, const struct solver *systems, const void *options,
                       struct exec exec)
{
    const enum layout_place place = layout_of_waves(l, !systems);
    const struct box_part *const part = &l->part[place];
    const struct axis *const a = &l->box->axis[l->box->main];
    const bool level_fixed = !poisson_level_free(p) || has_loss(a);
    if (p->mean != 0 && level_fixed)
        return fail(ST_CONFIG, "mean: %g does not apply where q fixes the level of u", p->mean);
    *w = (struct waves){.layout = l, .place = place, .box = &part->box, .method = systems, .options = options};
    w->first = l->lines.first, w->exec = exec, w->loss = a->q[0] / a->eps[0], w->mean = p->mean;
    w->singular = !level_fixed, w->constant = w->singular && has_first(part, &l->lines);
    for (int d = 0; d < 3; d++) w->eigenvalue[d] = t->eigenvalue[d] ? t->eigenvalue[d] + part->from[d] : NULL;
    w->unit = unit_of(l->box, t->eigenvalue);
    if (systems) return make_systems(w, t, systems, options, p->host_share);
    return exec.space == DEVICE ? waves_send_eigenvalues(w) : ST_OK;
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

static enum status first_of(enum status before, enum status now)
{
    return before == ST_OK ? now : before;
}

static enum status solve_systems(struct waves *w, real *u, enum status before)
{
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {w->lower, w->diag, w->upper, w->shift},
                                  .x = u,
                                  .outcome = w->exec.space == HOST ? &w->outcome : NULL};
    long_waves_take(&w->long_waves, u);
    before = first_of(before, plan_solve_well(w->systems, &system));
    if (before == ST_OK) before = split_solve(&w->split, u);
    return first_of(before, long_waves_put(&w->long_waves, u));
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
    if (w->constant) u[0] = (real)w->mean;
}

enum status waves_solve(struct waves *w, real *points, enum status before)
{
    real *const u = layout_go(w->layout, w->place, points);
    if (w->layout->lines.whole) return solve_systems(w, u, before);
    if (before != ST_OK || w->box->unknowns == 0) return before;
    if (w->method) return solve_systems(w, u, before);
    if (w->exec.space == DEVICE) waves_divide_there(w, u);
    else divide(w, u);
    return ST_OK;
}

double waves_traffic(const struct waves *w)
{
    const struct box *const b = w->layout->box;
    struct shape all = waves_shape(b);
    all.cut = w->layout->lines, all.cut.first = 0;
    if (!w->method) return 2 * (double)b->unknowns * (double)sizeof(real);
    if (b->comm) return solver_cost(w->method, &all, w->options).bytes;
    return plan_cost(w->systems).bytes + split_plan_traffic(&w->split);
}

double waves_bytes(const struct waves *w)
{
    return w->systems ? (double)plan_bytes(w->systems) + split_plan_bytes(&w->split) : 0;
}
