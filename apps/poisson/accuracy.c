/* Puts the solution into the difference equations, a plane after the other. */
#include "apps/poisson/accuracy.h"

#include <math.h>

/* The unit of u and f if u times eps / h^2 would overflow. */
#define SMALL_UNIT 0x1p-600

/* The flux out of the volume of unknown i along axis d, over the volume; u is at the unknown, and times `unit`. Links
 * along the tridiagonal axis hold eps. What faces prescribe counts as 0. */
static double outflow(const struct box *b, int d, int64_t i, const real *u, double unit)
{
    const struct axis *const a = &b->axis[d];
    const int64_t step = b->stride[d], m = a->unknowns, around = (m - 1) * step;
    const double here = unit * (double)*u;
    double lower = 0, upper = 0;
    if (i > 0) lower = unit * (double)u[-step];
    else if (axis_periodic(a)) lower = unit * (double)u[around];
    if (i < m - 1) upper = unit * (double)u[step];
    else if (axis_periodic(a)) upper = unit * (double)u[-around];
    return (a->link[i] * (here - lower) + a->link[i + 1] * (here - upper)) / a->volume[i];
}

/* div(eps grad u) - q u at an unknown. What faces prescribe counts as 0, because it is a part of the right side. Raises
 * *stiffness to the largest eps / h^2, or q, of this unknown. */
static double apply(const struct box *b, const int64_t at[3], const real *u, double unit, double *stiffness)
{
    const struct axis *const main = &b->axis[b->main];
    const int64_t i = at[b->main];
    double sum = main->q[i] * unit * (double)*u;
    *stiffness = fmax(*stiffness, main->q[i]);
    for (int d = 0; d < b->dim; d++) {
        const struct axis *const a = &b->axis[d];
        const double eps = d == b->main ? 1 : main->eps[i];
        sum += eps * outflow(b, d, at[d], u, unit);
        *stiffness = fmax(*stiffness, eps * (a->link[at[d]] + a->link[at[d] + 1]) / a->volume[at[d]] / 2);
    }
    return -sum;
}

static double worse(double a, double b)
{
    return a <= b || isnan(b) ? b : a;
}

static void weigh_plane(const struct instance *x, int64_t k, struct poisson_accuracy *v)
{
    const struct box *const b = &x->box;
    const int64_t n = b->axis[0].unknowns, rows = b->axis[1].unknowns;
    const double *const f_plane = x->f + k * n * rows;
    const double unit = v->unit;
    double off = v->off, f = v->largest_f, largest = v->largest_u, stiff = v->stiffness;
#pragma omp parallel for schedule(static) num_threads(x->exec.threads) reduction(max : off, f, largest, stiff)
    for (int64_t j = 0; j < rows; j++)
        for (int64_t i = 0; i < n; i++) {
            const int64_t at[3] = {i, j, k};
            const real *const u = x->u + b->first + i + j * b->stride[1] + k * b->stride[2];
            const double right = unit * (f_plane[j * n + i] - x->removed);
            const double miss = fabs(apply(b, at, u, unit, &stiff) - right);
            off = isfinite(miss) ? fmax(off, miss) : HUGE_VAL;
            f = fmax(f, fabs(right)), largest = fmax(largest, unit * fabs((double)*u));
        }
    v->off = worse(v->off, off), v->largest_f = f, v->largest_u = largest, v->stiffness = stiff;
}

/* Sums over the unknowns for the error. */
struct sums {
    double volume, u, exact, largest, worst, square, exact_square;
};

/* The means of u and of the exact answer, which differ where nothing fixes the level of u. */
static enum status sum_means(struct instance *x, struct sums *s)
{
    const struct box *const b = &x->box;
    for (int64_t k = 0; k < b->axis[2].unknowns; k++) {
        TRY(source_evaluate(&x->source, x->exact, k, x->plane));
        for (int64_t j = 0; j < b->axis[1].unknowns; j++)
            for (int64_t i = 0; i < b->axis[0].unknowns; i++) {
                const double v = box_volume(b, i, j, k);
                s->volume += v;
                s->u += v * (double)x->u[b->first + i + j * b->stride[1] + k * b->stride[2]];
                s->exact += v * x->plane[j * b->axis[0].unknowns + i];
            }
    }
    return ST_OK;
}

static enum status sum_errors(struct instance *x, double shift, double unit, struct sums *s)
{
    const struct box *const b = &x->box;
    for (int64_t k = 0; k < b->axis[2].unknowns; k++) {
        TRY(source_evaluate(&x->source, x->exact, k, x->plane));
        for (int64_t j = 0; j < b->axis[1].unknowns; j++)
            for (int64_t i = 0; i < b->axis[0].unknowns; i++) {
                const double exact = unit * (x->plane[j * b->axis[0].unknowns + i] + shift);
                const double e = unit * (double)x->u[b->first + i + j * b->stride[1] + k * b->stride[2]] - exact;
                s->worst = worse(s->worst, fabs(e)), s->largest = fmax(s->largest, fabs(exact));
                s->square += e * e, s->exact_square += exact * exact;
            }
    }
    return ST_OK;
}

static enum status measure_error(struct instance *x, struct poisson_accuracy *v)
{
    struct sums s = {0};
    if (x->direct.waves.singular) TRY(sum_means(x, &s));
    TRY(sum_errors(x, s.volume > 0 ? (s.u - s.exact) / s.volume : 0, v->unit, &s));
    v->error = s.largest > 0 ? s.worst / s.largest : s.worst;
    v->error_rms = sqrt(s.square / (s.exact_square > 0 ? s.exact_square : (double)x->box.unknowns));
    return ST_OK;
}

static void weigh(const struct instance *x, double unit, struct poisson_accuracy *out)
{
    *out = (struct poisson_accuracy){.unit = unit, .error = (double)NAN, .error_rms = (double)NAN};
    for (int64_t k = 0; k < x->box.axis[2].unknowns; k++) weigh_plane(x, k, out);
}

enum status poisson_accuracy_measure(struct instance *x, struct poisson_accuracy *out)
{
    weigh(x, 1, out);
    if (isfinite(out->largest_u) && !isfinite(poisson_residual(out))) weigh(x, SMALL_UNIT, out);
    if (!isfinite(out->off) || !isfinite(out->largest_u)) return fail(ST_FAILED, "the solution is not finite");
    return field_absent(x->exact) ? ST_OK : measure_error(x, out);
}
