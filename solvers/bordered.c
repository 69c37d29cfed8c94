#include "solvers/bordered.h"

#include <math.h>

#include "base/memory.h"
#include "solvers/tridiag/cost.h"
#include "solvers/tridiag/line.h"

struct bordered {
    struct plan *plain;  /* A' of every system; NULL if all have one row */
    struct plan *shared; /* A' once, for q of a matrix that all systems share; else NULL: q is per system */
    real *q;             /* [n - 1], or placed as x is */
    int64_t q_count;
    real *alone; /* [batch] right sides of systems of one row, which `plain` overwrites; NULL: all of a size */
};

enum { WIDTH = 16 }; /* systems taken through the rows side by side */

/* The systems of A', of one row less. Those of one row keep it: `plain` needs no system of none. */
static enum status make_plain(struct bordered *d, const struct plan *plan)
{
    struct shape shape = plan->shape;
    int64_t *sizes = NULL;
    shape.n--;
    shape.cyclic = false;
    if (shape.sizes) {
        TRY(mem_array(&sizes, HOST, shape.batch, sizeof *sizes));
        for (int64_t s = 0; s < shape.batch; s++) sizes[s] = shape.sizes[s] > 1 ? shape.sizes[s] - 1 : 1;
        shape.sizes = sizes;
    }
    const enum status st = plan_make(&d->plain, plan->solver, &shape, plan->options, &plan->exec);
    mem_free(sizes);
    return st;
}

static enum status make_border(struct bordered *d, const struct plan *plan)
{
    const struct shape one = shape_contiguous(plan->shape.n - 1, 1);
    const bool shared = plan->shape.shared && !plan->shape.sizes;
    if (shared) TRY(plan_make(&d->shared, plan->solver, &one, plan->options, &plan->exec));
    d->q_count = shape_extent(shared ? &one : &plan->shape);
    return mem_array(&d->q, plan->exec.space, d->q_count, sizeof *d->q);
}

enum status bordered_make(struct bordered **out, const struct plan *plan)
{
    struct bordered *d;
    *out = NULL;
    TRY(mem_alloc(&d, HOST, sizeof *d));
    enum status st = ST_OK;
    if (plan->shape.n > 1) st = make_plain(d, plan);
    if (plan->shape.n > 1 && st == ST_OK) st = make_border(d, plan);
    if (plan->shape.sizes && st == ST_OK) st = mem_array(&d->alone, HOST, plan->shape.batch, sizeof *d->alone);
    if (st != ST_OK) {
        bordered_free(d);
        return st;
    }
    *out = d;
    return ST_OK;
}

struct bordered *bordered_free(struct bordered *d)
{
    if (!d) return NULL;
    mem_free(d->alone);
    mem_free(d->q);
    plan_free(d->shared);
    plan_free(d->plain);
    return mem_free(d);
}

static struct line border_of(const struct bordered *d, const struct plan *plan, const struct tridiag *t, int64_t s)
{
    struct line l = line_of(&plan->shape, t, s);
    l.x = d->q && !d->shared ? d->q + shape_start(&plan->shape, s) : d->q; /* NULL if all systems have one row */
    l.x_step = d->shared ? 1 : plan->shape.step;
    return l;
}

/* Solves A' q = (-a_0, 0, ..., 0, -c_{m-2}). */
static enum status solve_border(struct bordered *d, const struct plan *plan, const struct tridiag *t)
{
    const int64_t borders = d->shared ? 1 : plan->shape.batch;
#pragma omp parallel num_threads(plan->exec.threads)
    {
#pragma omp for schedule(static)
        for (int64_t k = 0; k < d->q_count; k++) d->q[k] = 0;
#pragma omp for schedule(static)
        for (int64_t s = 0; s < borders; s++) {
            const struct line l = border_of(d, plan, t, s);
            if (l.n == 1) continue;
            l.x[0] -= l.a[0];
            l.x[(l.n - 2) * l.x_step] -= l.c[(l.n - 2) * l.step];
        }
    }
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {t->lower, t->diag, t->upper, d->q, NULL}};
    return plan_solve(d->shared ? d->shared : d->plain, &system);
}

enum status bordered_factor(struct bordered *d, const struct plan *plan, const struct tridiag *t)
{
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = *t};
    if (!d->plain) return ST_OK;
    TRY(plan_factor(d->plain, &system));
    return solve_border(d, plan, t);
}

/* x_{m-1} of system s, whose first m - 1 rows hold p. */
static real last_unknown(const struct bordered *d, const struct plan *plan, const struct tridiag *t, int64_t s)
{
    const struct line l = line_of(&plan->shape, t, s), q = border_of(d, plan, t, s);
    const int64_t end = l.n - 1;
    const real a = l.a[end * l.step], b = l.b[end * l.step], c = l.c[end * l.step];
    if (end == 0) return (d->alone ? d->alone[s] : l.x[0]) / (a + b + c);
    return (l.x[end * l.x_step] - c * l.x[0] - a * l.x[(end - 1) * l.x_step]) /
           (b + c * q.x[0] + a * q.x[(end - 1) * q.x_step]);
}

static void report(const struct plan *plan, const struct tridiag *t, int64_t s, real last)
{
    const int64_t m = shape_rows(&plan->shape, s);
    if (m == 1) t->info[s] = isfinite(last) ? 0 : 1;
    if (m > 1 && !t->info[s] && !isfinite(last)) t->info[s] = m;
}

/* x = p + x_{m-1} q for the systems s ... end - 1, at most WIDTH. */
static void add_border(const struct bordered *d, const struct plan *plan, const struct tridiag *t, int64_t s,
                       int64_t end)
{
    struct line p[WIDTH], q[WIDTH];
    real last[WIDTH];
    int64_t rows = 0;
    for (int64_t k = 0; s + k < end; k++) {
        p[k] = line_of(&plan->shape, t, s + k);
        q[k] = border_of(d, plan, t, s + k);
        last[k] = last_unknown(d, plan, t, s + k);
        if (t->info) report(plan, t, s + k, last[k]);
        p[k].x[(p[k].n - 1) * p[k].x_step] = last[k];
        if (p[k].n > rows) rows = p[k].n;
    }
    for (int64_t i = 0; i < rows - 1; i++)
        for (int64_t k = 0; k < end - s; k++)
            if (i < p[k].n - 1) p[k].x[i * p[k].x_step] += last[k] * q[k].x[i * q[k].x_step];
}

enum status bordered_solve(struct bordered *d, const struct plan *plan, const struct tridiag *t)
{
    const struct shape *const shape = &plan->shape;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = *t};
    for (int64_t s = 0; d->alone && s < shape->batch; s++) d->alone[s] = t->x[shape_start(shape, s)];
    if (d->plain) {
        TRY(plan_solve(d->plain, &system));
        if (!shape->reuse) TRY(solve_border(d, plan, t));
    }
    /* Row by row where neighbours are nearer than rows, so that each cache line is fetched once. */
    const int64_t width = shape->dist < shape->step ? WIDTH : 1;
#pragma omp parallel for schedule(static) num_threads(plan->exec.threads)
    for (int64_t s = 0; s < shape->batch; s += width)
        add_border(d, plan, t, s, s + width < shape->batch ? s + width : shape->batch);
    return ST_OK;
}

double bordered_flops(const struct bordered *d, const struct plan *plan)
{
    double flops = 2 * cost_unknowns(&plan->shape);
    if (d->plain) flops += plan_cost(d->plain).flops;
    if (d->plain && !plan->shape.reuse) flops += plan_cost(d->shared ? d->shared : d->plain).flops;
    return flops;
}

int64_t bordered_bytes(const struct bordered *d)
{
    if (!d) return 0;
    return (d->plain ? plan_bytes(d->plain) : 0) + (d->shared ? plan_bytes(d->shared) : 0) +
           d->q_count * (int64_t)sizeof *d->q;
}
