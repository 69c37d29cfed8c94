/* Compares a solution with an exact answer, row by row. */
#include "apps/poisson/measures/accuracy.h"

#include <math.h>

#include "apps/poisson/ranks/rows.h"
#include "apps/ranks.h"
#include "base/memory.h"

static double worse(double a, double b)
{
    return a <= b || isnan(b) ? b : a;
}

/* The largest values at the unknowns for the error. */
struct largest {
    double exact, error;
};

/* Data of a pass over the rows of unknowns of this rank. */
struct pass {
    struct instance *x;
    double shift, unit;
    struct largest most;
};

/* sums[3] := the volume, and u and the exact answer by volumes, of a row; their means differ where nothing fixes the
 * level of u. */
static void sum_means(struct pass *p, struct row_place row, const real *u, const double *exact, double *sums)
{
    const struct box *const b = &p->x->box;
    sums[0] = sums[1] = sums[2] = 0;
    for (int64_t i = 0; i < b->axis[0].unknowns; i++) {
        const double v = box_volume(b, i, row.j, row.k);
        sums[0] += v, sums[1] += v * (double)u[i], sums[2] += v * exact[i];
    }
}

/* sums[2] := the squares of the error and of the exact answer of a row. */
static void sum_errors(struct pass *p, struct row_place row, const real *u, const double *exact, double *sums)
{
    (void)row;
    sums[0] = sums[1] = 0;
    for (int64_t i = 0; i < p->x->box.axis[0].unknowns; i++) {
        const double wanted = p->unit * (exact[i] + p->shift), e = p->unit * (double)u[i] - wanted;
        p->most.error = worse(p->most.error, fabs(e)), p->most.exact = fmax(p->most.exact, fabs(wanted));
        sums[0] += e * e, sums[1] += wanted * wanted;
    }
}

typedef void row_sums(struct pass *p, struct row_place row, const real *u, const double *exact, double *sums);

static enum status take_rows(struct pass *p, row_sums *of, int width, double *sums)
{
    struct instance *const x = p->x;
    const struct box *const b = &x->box;
    for (int64_t q = 0; q < rows_count(b->own); q++) {
        const struct row_place row = rows_place(b->own, q);
        if (row.j == b->own[1].from) TRY(source_evaluate(&x->source, x->exact, row.k, x->plane));
        of(p, row, x->u + b->first + row.j * b->stride[1] + row.k * b->stride[2],
           x->plane + (row.j - b->own[1].from) * b->axis[0].unknowns, sums + q * width);
    }
    return ST_OK;
}

/* all[width] := the sums of all rows of all ranks. */
static enum status take(struct pass *p, row_sums *of, int width, double *all)
{
    const struct box *const b = &p->x->box;
    double *sums;
    enum status s = mem_array(&sums, HOST, rows_count(b->own) * width, sizeof *sums);
    if (s == ST_OK) s = take_rows(p, of, width, sums);
    s = comm_agree(b->comm, s);
    if (s == ST_OK) s = rows_sum_unknowns(b, sums, width, all);
    mem_free(sums);
    return s;
}

static enum status join_largest(struct pass *p)
{
    struct comm *const c = p->x->box.comm;
    struct largest *each;
    TRY(ranks_collect(c, &p->most, sizeof p->most, &each));
    for (int r = 0; r < comm_size(c); r++) {
        p->most.error = worse(p->most.error, each[r].error);
        p->most.exact = fmax(p->most.exact, each[r].exact);
    }
    mem_free(each);
    return ST_OK;
}

static enum status measure_error(struct instance *x, double unit, struct poisson_accuracy *v)
{
    struct pass p = {.x = x, .unit = unit};
    double means[3], squares[2];
    if (x->direct.waves.singular) {
        TRY(take(&p, sum_means, 3, means));
        p.shift = means[0] > 0 ? (means[1] - means[2]) / means[0] : 0;
    }
    TRY(take(&p, sum_errors, 2, squares));
    TRY(join_largest(&p));
    v->error = p.most.exact > 0 ? p.most.error / p.most.exact : p.most.error;
    v->error_rms = sqrt(squares[0] / (squares[1] > 0 ? squares[1] : (double)x->box.unknowns));
    return ST_OK;
}

enum status poisson_accuracy_measure(struct instance *x, const struct residual *r, struct poisson_accuracy *out)
{
    *out = (struct poisson_accuracy){(double)NAN, (double)NAN};
    if (!isfinite(r->off) || !isfinite(r->largest_u)) return fail(ST_FAILED, "the solution is not finite");
    return field_absent(x->exact) ? ST_OK : measure_error(x, r->unit, out);
}
