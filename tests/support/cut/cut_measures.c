/* Errors and residuals of systems that were solved over ranks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cut/cut_cases.h"

static void *must(size_t count, size_t size)
{
    void *const p = calloc(count + 1, size);
    if (!p) abort();
    return p;
}

static real x_of(const struct cut_arrays *a, int64_t s, int64_t i)
{
    return a->x[shape_start(&a->shape, s) + i * a->shape.stride];
}

int64_t cut_problem_differing(const struct cut_problem *p)
{
    int64_t differ = 0;
    for (int64_t s = 0; s < p->mine.shape.batch; s++)
        for (int64_t i = 0; i < p->mine.shape.n; i++) {
            const real mine = x_of(&p->mine, s, i), whole = x_of(&p->whole, s, p->first + i);
            differ += memcmp(&mine, &whole, sizeof mine) != 0 && !(isnan(mine) && isnan(whole));
        }
    return differ;
}

int64_t cut_problem_info_differing(const struct cut_problem *p)
{
    int64_t differ = 0;
    for (int64_t s = 0; s < p->mine.shape.batch; s++) differ += p->mine.info[s] != p->whole.info[s];
    return differ;
}

double cut_problem_error(const struct cut_problem *p)
{
    double error = 0;
    for (int64_t s = 0; s < p->mine.shape.batch; s++) {
        double scale = 0;
        for (int64_t i = 0; i < p->whole.shape.n; i++) scale = fmax(scale, fabs((double)x_of(&p->whole, s, i)));
        for (int64_t i = 0; i < p->mine.shape.n && info_is_good(p->mine.info[s]); i++) {
            const double away = fabs((double)x_of(&p->mine, s, i) - (double)x_of(&p->whole, s, p->first + i)) / scale;
            error = away <= error ? error : isnan(away) ? (double)INFINITY : away;
        }
    }
    return error;
}

/* x of all ranks into the whole systems. */
static void collect(const struct cut_problem *p)
{
    struct comm *const world = comm_world();
    const struct shape *const w = &p->whole.shape, *const m = &p->mine.shape;
    const int ranks = comm_size(world);
    int64_t *const bytes = must((size_t)ranks, sizeof *bytes), rows = m->n * (int64_t)sizeof(real);
    real *const mine = must((size_t)m->n, sizeof *mine), *const all = must((size_t)w->n, sizeof *all);
    comm_gather_all(world, &rows, sizeof rows, bytes);
    for (int64_t s = 0; s < m->batch; s++) {
        for (int64_t i = 0; i < m->n; i++) mine[i] = x_of(&p->mine, s, i);
        comm_gather_ragged(world, mine, bytes, all);
        for (int64_t i = 0; i < w->n; i++) p->whole.x[shape_start(w, s) + i * w->stride] = all[i];
    }
    free(bytes), free(mine), free(all);
}

static double residual_of(const struct cut_problem *p, const struct cut_arrays *right, int64_t s)
{
    const struct cut_arrays *const a = &p->whole;
    const struct shape *const w = &a->shape;
    double residual = 0, size = 0, most = 0, rightmost = 0;
    for (int64_t i = 0; i < w->n; i++) {
        const int64_t at = shape_matrix_start(w, s) + i * shape_matrix_stride(w);
        const double low = i ? (double)a->lower[at] : 0, up = i < w->n - 1 ? (double)a->upper[at] : 0;
        const double diag = (double)(w->tridiag.shifted ? a->diag[at] + a->shift[s] : a->diag[at]);
        const double x = (double)x_of(a, s, i), f = (double)x_of(right, s, i);
        const double sum =
            (i ? low * (double)x_of(a, s, i - 1) : 0) + diag * x + (i < w->n - 1 ? up * (double)x_of(a, s, i + 1) : 0);
        const double away = fabs(f - sum);
        residual = away <= residual ? residual : isnan(away) ? (double)INFINITY : away;
        size = fmax(size, fabs(low) + fabs(diag) + fabs(up));
        most = fmax(most, fabs(x)), rightmost = fmax(rightmost, fabs(f));
    }
    return residual / (size * most + rightmost);
}

double cut_problem_residual(const struct cut_problem *p)
{
    double most = 0;
    struct cut_arrays right = cut_arrays_make(&p->whole.shape);
    cut_arrays_right(&right, 0, p->seed);
    collect(p);
    for (int64_t s = 0; s < p->whole.shape.batch; s++)
        if (info_is_good(p->mine.info[s])) most = fmax(most, residual_of(p, &right, s));
    cut_arrays_free(&right);
    return most;
}
