/* Compares a solution with an exact answer, plane by plane. */
#include "apps/poisson/measures/accuracy.h"

#include <math.h>

static double worse(double a, double b)
{
    return a <= b || isnan(b) ? b : a;
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

static enum status measure_error(struct instance *x, double unit, struct poisson_accuracy *v)
{
    struct sums s = {0};
    if (x->direct.waves.singular) TRY(sum_means(x, &s));
    TRY(sum_errors(x, s.volume > 0 ? (s.u - s.exact) / s.volume : 0, unit, &s));
    v->error = s.largest > 0 ? s.worst / s.largest : s.worst;
    v->error_rms = sqrt(s.square / (s.exact_square > 0 ? s.exact_square : (double)x->box.unknowns));
    return ST_OK;
}

enum status poisson_accuracy_measure(struct instance *x, const struct residual *r, struct poisson_accuracy *out)
{
    *out = (struct poisson_accuracy){(double)NAN, (double)NAN};
    if (!isfinite(r->off) || !isfinite(r->largest_u)) return fail(ST_FAILED, "the solution is not finite");
    return field_absent(x->exact) ? ST_OK : measure_error(x, r->unit, out);
}
