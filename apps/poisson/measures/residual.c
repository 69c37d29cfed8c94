/* Puts a solution into the difference equations, row by row along x and by vectors. */
#include "apps/poisson/measures/residual.h"

#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/memory.h"

/* Along one axis: the links on both sides of each volume over the volume. */
struct ratios {
    double *lower, *upper; /* [unknowns] */
};

/* The coefficients of the difference equations. At the unknowns of a row along x they are those of the x axis, which
 * are 1 unless x is the tridiagonal axis, times those of the row. */
struct equation {
    const struct instance *x;
    double unit;
    struct ratios ratios[3];
    const double *eps, *q; /* [unknowns along x] */
    double *ones;
    real *zeros;  /* u beyond a face: what faces prescribe counts as 0, because it is a part of the right side */
    double *rows; /* [threads][2 (unknowns along x) + 2] */
};

static enum status equation_make(struct equation *e, const struct instance *x, double unit, int threads,
                                 double **memory)
{
    const struct axis *const a = x->box.axis, *const main = &a[x->box.main];
    const int64_t n = a->unknowns;
    *e = (struct equation){.x = x, .unit = unit};
    TRY(mem_array(memory, HOST, 2 * (n + a[1].unknowns + a[2].unknowns) + 2 * n + threads * (2 * n + 2),
                  sizeof **memory));
    double *at = *memory;
    for (int d = 0; d < 3; d++) {
        e->ratios[d] = (struct ratios){at, at + a[d].unknowns}, at += 2 * a[d].unknowns;
        for (int64_t i = 0; i < a[d].unknowns; i++) {
            e->ratios[d].lower[i] = a[d].link[i] / a[d].volume[i];
            e->ratios[d].upper[i] = a[d].link[i + 1] / a[d].volume[i];
        }
    }
    e->zeros = (real *)at, e->ones = at + n, e->rows = at + 2 * n;
    for (int64_t i = 0; i < n; i++) e->ones[i] = 1;
    e->eps = x->box.main == 0 ? main->eps : e->ones, e->q = x->box.main == 0 ? main->q : e->ones;
    return ST_OK;
}

/* The largest of q and of eps / h^2 along all axes. */
static double stiffness_of(const struct equation *e)
{
    const struct box *const b = &e->x->box;
    const struct axis *const main = &b->axis[b->main];
    double along = 0, across = 0, eps = 0, q = 0;
    for (int d = 0; d < b->dim; d++)
        for (int64_t i = 0; i < b->axis[d].unknowns; i++) {
            const double own = (e->ratios[d].lower[i] + e->ratios[d].upper[i]) / 2;
            if (d == b->main) along = fmax(along, own);
            else across = fmax(across, own);
        }
    for (int64_t i = 0; i < main->unknowns; i++) eps = fmax(eps, main->eps[i]), q = fmax(q, main->q[i]);
    return fmax(fmax(along, q), eps * across);
}

/* Largest absolute values of a row; off, of the residual, is HUGE_VAL if a value is not finite. */
struct worst {
    double off, f, u;
};

/* The row of unknowns on one side along axis d = 1, 2. */
static const real *beside(const struct equation *e, int d, int64_t i, int side, const real *u)
{
    const struct axis *const a = &e->x->box.axis[d];
    const int64_t step = e->x->box.stride[d], m = a->unknowns;
    if (i != (side ? m - 1 : 0)) return side ? u + step : u - step;
    return !axis_periodic(a) ? e->zeros : side ? u - (m - 1) * step : u + (m - 1) * step;
}

/* v[unknowns + 2] := unit u of a row along x, and what is beyond its ends. */
static void copy_row(const struct equation *e, const real *u, double *v)
{
    const struct axis *const a = e->x->box.axis;
    const int64_t n = a->unknowns;
#pragma omp simd
    for (int64_t i = 0; i < n; i++) v[i + 1] = e->unit * (double)u[i];
    v[0] = axis_periodic(a) ? v[n] : 0, v[n + 1] = axis_periodic(a) ? v[1] : 0;
}

/* sum[n] += c (here - unit next). */
static void add_beside(int64_t n, double c, double unit, const double *here, const real *next, double *sum)
{
#pragma omp simd
    for (int64_t i = 0; i < n; i++) sum[i] += c * (here[i] - unit * (double)next[i]);
}

/* sum[unknowns along x] := the flows out of a row along y and z over its volumes, but for the eps of links that depends
 * on x; v: the row. */
static void sum_across(const struct equation *e, const int64_t at[3], const real *u, const double *v, double *sum)
{
    const struct box *const b = &e->x->box;
    const int64_t n = b->axis[0].unknowns;
    const double eps = b->main ? b->axis[b->main].eps[at[b->main]] : 1;
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int d = 1; d < b->dim; d++)
        for (int side = 0; side < 2; side++) {
            const double c = (side ? e->ratios[d].upper : e->ratios[d].lower)[at[d]] * (d == b->main ? 1 : eps);
            add_beside(n, c, e->unit, v + 1, beside(e, d, at[d], side, u), sum);
        }
}

/* The residual of the equations of a row; across[n] is of sum_across, f[n] the right side. */
static struct worst weigh(const struct equation *e, const int64_t at[3], const double *v, const double *across,
                          const double *f)
{
    const struct axis *const a = e->x->box.axis, *const main = &a[e->x->box.main];
    const bool along = e->x->box.main == 0;
    const int64_t n = a->unknowns;
    const double own = along ? 1 : main->eps[at[e->x->box.main]], loss = along ? 1 : main->q[at[e->x->box.main]];
    const double *const lower = e->ratios[0].lower, *const upper = e->ratios[0].upper, *const eps = e->eps,
                        *const q = e->q, unit = e->unit, removed = e->x->removed;
    double off = 0, most_f = 0, most_u = 0;
    int bad = 0;
#pragma omp simd reduction(max : off, most_f, most_u) reduction(| : bad)
    for (int64_t i = 0; i < n; i++) {
        const double here = v[i + 1], right = unit * (f[i] - removed);
        const double flow = own * (lower[i] * (here - v[i]) + upper[i] * (here - v[i + 2])) + eps[i] * across[i];
        const double miss = fabs(loss * q[i] * here + flow + right), size = fabs(right), value = fabs(here);
        bad |= !(miss <= DBL_MAX);
        off = miss > off ? miss : off;
        most_f = size > most_f ? size : most_f;
        most_u = value > most_u ? value : most_u;
    }
    return (struct worst){bad ? HUGE_VAL : off, most_f, most_u};
}

/* The row with these indices along y and z; scratch[2 (unknowns along x) + 2]. */
static struct worst weigh_row(const struct equation *e, int64_t j, int64_t k, double *scratch)
{
    const struct box *const b = &e->x->box;
    const int64_t n = b->axis[0].unknowns, at[3] = {0, j, k};
    const real *const u = e->x->u + b->first + j * b->stride[1] + k * b->stride[2];
    double *const across = scratch + n + 2;
    copy_row(e, u, scratch);
    sum_across(e, at, u, scratch, across);
    return weigh(e, at, scratch, across, e->x->f + (k * b->axis[1].unknowns + j) * n);
}

enum status residual_measure(const struct instance *x, double unit, struct poisson_accuracy *out)
{
    const struct axis *const a = x->box.axis;
    const double bytes = (double)x->box.unknowns * (double)(sizeof(real) + sizeof(double));
    const int64_t n = a[0].unknowns, rows = a[1].unknowns * a[2].unknowns;
    const int threads = exec_for(x->exec, bytes / THREAD_RATE).threads;
    struct equation e;
    double *memory, off = 0, f = 0, u = 0;
    TRY(equation_make(&e, x, unit, threads, &memory));
#pragma omp parallel for schedule(static) num_threads(threads) reduction(max : off, f, u)
    for (int64_t q = 0; q < rows; q++) {
        const struct worst w =
            weigh_row(&e, q % a[1].unknowns, q / a[1].unknowns, e.rows + omp_get_thread_num() * (2 * n + 2));
        off = fmax(off, w.off), f = fmax(f, w.f), u = fmax(u, w.u);
    }
    out->unit = unit, out->off = off, out->largest_f = f, out->largest_u = u, out->stiffness = stiffness_of(&e);
    mem_free(memory);
    return ST_OK;
}
