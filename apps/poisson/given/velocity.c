/* Divergence, energy and means of a staggered velocity. */
#include "apps/poisson/given/velocity.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

static enum status make_component(struct velocity *w, int d)
{
    const struct axis *const a = &w->box->axis[d];
    w->count[d] = 1;
    for (int e = 0; e < 3; e++) {
        w->n[d][e] = w->box->axis[e].points + (e == d && !axis_periodic(a));
        w->stride[d][e] = w->count[d];
        w->count[d] *= w->n[d][e];
    }
    TRY(mem_array(&w->v[d], HOST, w->count[d], sizeof *w->v[d]));
    TRY(mem_array(&w->place[d], HOST, w->n[d][d], sizeof *w->place[d]));
    for (int64_t i = 0; i < w->n[d][d]; i++) w->place[d][i] = i < a->points ? a->x[i] - a->below[i] : a->ends[1];
    return ST_OK;
}

enum status velocity_make(struct velocity *w, const struct box *box)
{
    *w = (struct velocity){.box = box};
    for (int d = 0; d < box->dim; d++) TRY(make_component(w, d));
    return ST_OK;
}

void velocity_free(struct velocity *w)
{
    for (int d = 0; d < 3; d++) {
        mem_free(w->v[d]);
        mem_free(w->place[d]);
    }
    *w = (struct velocity){0};
}

/* Component d at the lower and upper face of a cell. */
struct sides {
    double lower, upper;
};

static struct sides sides_of(const struct velocity *w, int d, const int64_t cell[3])
{
    const int64_t step = cell[d] + 1 < w->n[d][d] ? w->stride[d][d] : -cell[d] * w->stride[d][d];
    const real *const v = velocity_at(w, d, cell);
    return (struct sides){(double)v[0], (double)v[step]};
}

static double divergence_of(const struct velocity *w, const int64_t cell[3])
{
    double sum = 0;
    for (int d = 0; d < w->box->dim; d++) {
        const struct sides v = sides_of(w, d, cell);
        sum += (v.upper - v.lower) / w->box->axis[d].volume[cell[d]];
    }
    return sum;
}

void velocity_divergence(const struct velocity *w, int64_t k, double factor, double *out)
{
    const struct axis *const a = w->box->axis;
    for (int64_t j = 0; j < a[1].points; j++)
        for (int64_t i = 0; i < a[0].points; i++)
            out[j * a[0].points + i] += factor * divergence_of(w, (const int64_t[3]){i, j, k});
}

void velocity_centred(const struct velocity *w, int axis, real *out)
{
    const struct axis *const a = w->box->axis;
    for (int64_t k = 0; k < a[2].points; k++)
        for (int64_t j = 0; j < a[1].points; j++)
            for (int64_t i = 0; i < a[0].points; i++) {
                const struct sides v = sides_of(w, axis, (const int64_t[3]){i, j, k});
                *out++ = (real)(v.lower / 2 + v.upper / 2);
            }
}

/* Adds the sums of one cell, with its halves of the faces around it. */
static void add_cell(const struct velocity *w, const int64_t cell[3], struct velocity_sums *s)
{
    const struct box *const b = w->box;
    const double volume = box_volume(b, cell[0], cell[1], cell[2]);
    for (int d = 0; d < b->dim; d++) {
        const struct sides v = sides_of(w, d, cell);
        const double largest = fmax(fabs(v.lower), fabs(v.upper)), width = b->axis[d].volume[cell[d]];
        s->rate = fmax(s->rate, largest / width);
        s->largest[d] = fmax(s->largest[d], largest);
        s->mean[d] += volume * (v.lower + v.upper) / 2;
        s->energy += volume * (v.lower * v.lower + v.upper * v.upper) / 4;
        if (axis_periodic(&b->axis[d])) continue;
        if (cell[d] == 0) s->inflow[d][0] += volume / width * v.lower;
        if (cell[d] == b->axis[d].points - 1) s->inflow[d][1] -= volume / width * v.upper;
    }
}

enum status velocity_measure(const struct velocity *w, struct velocity_sums *out)
{
    const struct axis *const a = w->box->axis;
    struct velocity_sums s = {0};
    double volume = 0;
    int64_t cell = 0;
    for (int64_t k = 0; k < a[2].points; k++)
        for (int64_t j = 0; j < a[1].points; j++)
            for (int64_t i = 0; i < a[0].points; i++, cell++) {
                const int64_t at[3] = {i, j, k};
                const double divergence = fabs(divergence_of(w, at));
                if (divergence > s.divergence) s.divergence = divergence, s.cell = cell;
                volume += box_volume(w->box, i, j, k);
                add_cell(w, at, &s);
            }
    for (int d = 0; d < 3; d++) s.mean[d] /= volume;
    *out = s;
    return isfinite(s.energy) ? ST_OK : fail(ST_FAILED, "the velocity is not finite");
}
