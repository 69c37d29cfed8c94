/* Puts a solution into the difference equations, row by row along x and by vectors. */
#include "apps/poisson/measures/residual.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "solvers/batch/simd.h"

enum { SIDES = 4 /* of a row: lower and upper along y, then along z */ };

enum status equation_make(struct equation *e, const struct instance *x, double unit)
{
    const struct axis *const a = x->box.axis, *const main = &a[x->box.main];
    const int64_t n = a->unknowns;
    *e = (struct equation){.x = x, .unit = unit};
    TRY(mem_array(&e->memory, HOST, 2 * (n + a[1].unknowns + a[2].unknowns) + 2 * n, sizeof *e->memory));
    double *at = e->memory;
    for (int d = 0; d < 3; d++) {
        e->ratios[d] = (struct ratios){at, at + a[d].unknowns}, at += 2 * a[d].unknowns;
        for (int64_t i = 0; i < a[d].unknowns; i++) {
            e->ratios[d].lower[i] = a[d].link[i] / a[d].volume[i];
            e->ratios[d].upper[i] = a[d].link[i + 1] / a[d].volume[i];
        }
    }
    e->zeros = (real *)at, e->ones = at + n;
    for (int64_t i = 0; i < n; i++) e->ones[i] = 1;
    e->eps = x->box.main == 0 ? main->eps : e->ones, e->q = x->box.main == 0 ? main->q : e->ones;
    return ST_OK;
}

void equation_free(struct equation *e)
{
    e->memory = mem_free(e->memory);
}

double equation_stiffness(const struct equation *e)
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

/* A row of unknowns along x, and its coefficients other than those of x. */
struct row_terms {
    const real *u, *beside[SIDES]; /* along an axis that the box does not have, the row itself */
    const double *f;
    double removed;             /* from f */
    double c[SIDES], own, loss; /* links over volumes; eps and q */
};

/* The row of unknowns on one side along axis d = 1, 2. */
static const real *beside(const struct equation *e, int d, int64_t i, int side, const real *u)
{
    const struct axis *const a = &e->x->box.axis[d];
    const int64_t step = e->x->box.stride[d], m = a->unknowns;
    if (i != (side ? m - 1 : 0)) return side ? u + step : u - step;
    return !axis_periodic(a) ? e->zeros : side ? u - (m - 1) * step : u + (m - 1) * step;
}

static struct row_terms row_of(const struct equation *e, int64_t j, int64_t k)
{
    const struct box *const b = &e->x->box;
    const struct axis *const main = &b->axis[b->main];
    const int64_t n = b->axis[0].unknowns, at[3] = {0, j, k};
    const double eps = b->main ? main->eps[at[b->main]] : 1;
    struct row_terms r = {.u = e->x->u + b->first + j * b->stride[1] + k * b->stride[2],
                          .f = e->x->f + (k * b->axis[1].unknowns + j) * n,
                          .removed = e->x->removed,
                          .own = eps,
                          .loss = b->main ? main->q[at[b->main]] : 1};
    for (int s = 0; s < SIDES; s++) {
        const int d = 1 + s / 2, side = s % 2;
        const bool exists = d < b->dim;
        r.beside[s] = exists ? beside(e, d, at[d], side, r.u) : r.u;
        r.c[s] = exists ? (side ? e->ratios[d].upper : e->ratios[d].lower)[at[d]] * (d == b->main ? 1 : eps) : 0;
    }
    return r;
}

/* f of unknown i of a row, times `unit`, which is a constant where these functions are compiled for 1. */
INLINE double right_of(const struct row_terms *r, double unit, int64_t i)
{
    return unit * (r->f[i] - r->removed);
}

/* |f - div(eps grad u) + q u| at unknown i of a row, where u on both sides along x is lower and upper. */
INLINE double miss_of(const struct equation *e, const struct row_terms *r, double unit, int64_t i, real lower,
                      real upper)
{
    const double here = unit * (double)r->u[i];
    double across = 0;
#pragma GCC unroll 4
    for (int s = 0; s < SIDES; s++) across += r->c[s] * (here - unit * (double)r->beside[s][i]);
    const double flow = r->own * (e->ratios[0].lower[i] * (here - unit * (double)lower) +
                                  e->ratios[0].upper[i] * (here - unit * (double)upper)) +
                        e->eps[i] * across;
    return fabs(r->loss * e->q[i] * here + flow + right_of(r, unit, i));
}

/* Unknown i of a row as an end of it. */
static struct worst end_of(const struct equation *e, const struct row_terms *r, int64_t i)
{
    const struct axis *const a = e->x->box.axis;
    const int64_t last = a->unknowns - 1;
    const real before = axis_periodic(a) ? r->u[last] : 0, behind = axis_periodic(a) ? r->u[0] : 0;
    const double miss = miss_of(e, r, e->unit, i, i > 0 ? r->u[i - 1] : before, i < last ? r->u[i + 1] : behind);
    return (struct worst){miss <= DBL_MAX ? miss : HUGE_VAL, fabs(right_of(r, e->unit, i)),
                          fabs(e->unit * (double)r->u[i])};
}

struct worst worst_of(struct worst a, struct worst b)
{
    return (struct worst){b.off > a.off ? b.off : a.off, b.f > a.f ? b.f : a.f, b.u > a.u ? b.u : a.u};
}

/* All unknowns of a row but its ends. */
INLINE struct worst inside_of(const struct equation *e, const struct row_terms *r, double unit, int64_t last)
{
    double off = 0, most_f = 0, most_u = 0, zero = 0; /* zero: NaN if a value is not finite */
#pragma omp simd reduction(max : off, most_f, most_u) reduction(+ : zero)
    for (int64_t i = 1; i < last; i++) {
        const double miss = miss_of(e, r, unit, i, r->u[i - 1], r->u[i + 1]), size = fabs(right_of(r, unit, i)),
                     value = fabs(unit * (double)r->u[i]);
        zero += miss - miss;
        off = miss > off ? miss : off;
        most_f = size > most_f ? size : most_f;
        most_u = value > most_u ? value : most_u;
    }
    return (struct worst){zero == 0 ? off : HUGE_VAL, most_f, most_u};
}

struct worst equation_row(const struct equation *e, int64_t j, int64_t k)
{
    const struct equation own = *e;
    const struct row_terms r = row_of(&own, j, k);
    const int64_t last = own.x->box.axis[0].unknowns - 1;
    const struct worst inside = own.unit == 1 ? inside_of(&own, &r, 1, last) : inside_of(&own, &r, own.unit, last);
    return worst_of(inside, worst_of(end_of(&own, &r, 0), end_of(&own, &r, last)));
}
