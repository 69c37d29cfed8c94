/* Recurrences that are cut over ranks, solved by each rank with the values next to its rows in its right side: the
 * scheme reduced. */
#include <math.h>

#include "base/comm/comm_exchange.h"
#include "base/memory.h"
#include "solvers/recurrence/cut/recurrence_cut.h"
#include "solvers/recurrence/lines/recurrence_span.h"

/* The span of all rows of a rank (recurrence_span.h), for one system. */
struct sums {
    double y, x, response;
};

struct carried {
    struct comm_exchange *exchange;
    struct recurrence_span *span; /* [batch][spans] */
    struct sums *sums;            /* [ranks][batch] */
    double *down, *up;            /* [ranks] f and g to the number of rows */
    double *y;                    /* [ranks] before the rows of each, of one system */
};

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

/* In numbers of double precision. */
static int64_t numbers(const struct shape *shape)
{
    enum { OF_SPAN = sizeof(struct recurrence_span) / sizeof(double), OF_SUMS = sizeof(struct sums) / sizeof(double) };
    const int ranks = comm_size(shape->cut.comm);
    return OF_SPAN * shape->batch * recurrence_spans(shape->n, 0) + OF_SUMS * ranks * shape->batch + 3 * ranks;
}

static int64_t values(const struct shape *shape)
{
    return numbers(shape) * (int64_t)(sizeof(double) / sizeof(real));
}

/* The sums of each rank to all others. */
static enum status make_exchange(const struct cut_lines *l, struct comm_exchange **out)
{
    const int64_t batch = l->shape.batch;
    struct comm_block *give;
    TRY(mem_array(&give, HOST, 2 * l->ranks, sizeof *give));
    struct comm_block *const take = give + l->ranks;
    for (int r = 0; r < l->ranks; r++) {
        if (r == l->rank) continue;
        give[r] = (struct comm_block){l->rank * batch, {batch, 1, 1}, {1, batch, batch}};
        take[r] = (struct comm_block){r * batch, {batch, 1, 1}, {1, batch, batch}};
    }
    const enum status st = comm_exchange_make(out, l->comm, give, take, sizeof(struct sums));
    mem_free(give);
    return st;
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    const struct shape local = cut_local(&l->shape);
    const int64_t batch = l->shape.batch;
    struct carried *d;
    TRY(mem_alloc(&d, HOST, sizeof *d));
    l->own = d;
    TRY(plan_make_within(&l->plan, plan->solver, &local, plan->options, &plan->exec));
    TRY(make_exchange(l, &d->exchange));
    TRY(mem_array(&d->span, HOST, batch * recurrence_spans(l->shape.n, 0), sizeof *d->span));
    TRY(mem_array(&d->sums, HOST, l->ranks * batch, sizeof *d->sums));
    TRY(mem_array(&d->down, HOST, l->ranks, sizeof *d->down));
    TRY(mem_array(&d->up, HOST, l->ranks, sizeof *d->up));
    return mem_array(&d->y, HOST, l->ranks, sizeof *d->y);
}

static void release(struct cut_lines *l)
{
    struct carried *const d = l->own;
    comm_exchange_free(d->exchange);
    mem_free(d->span);
    mem_free(d->sums);
    mem_free(d->down);
    mem_free(d->up);
    mem_free(d->y);
    mem_free(d);
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    return l->shape.n > 0 ? plan_factor(l->plan, system) : ST_OK;
}

static void sum_rows(const struct cut_lines *l, const struct system *system)
{
    const struct carried *const d = l->own;
    struct sums *const mine = d->sums + l->rank * l->shape.batch;
    const int64_t batch = l->shape.batch, spans = recurrence_spans(l->shape.n, 0);
    const double f = (double)(real)system->recurrence.forward;
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t k = 0; k < batch * spans; k++) {
        const struct recurrence_line c = recurrence_line_of(&l->shape, system, k / spans);
        recurrence_span_sum(&c, 0, k % spans, d->span + k / spans * spans);
    }
    for (int64_t s = 0; s < batch; s++) {
        const struct recurrence_span all = recurrence_span_join_all(d->span + s * spans, spans, f);
        mine[s] = (struct sums){all.y, all.x, all.response};
    }
}

static void take_powers(const struct cut_lines *l, double f, double g)
{
    const struct carried *const d = l->own;
    for (int r = 0; r < l->ranks; r++) {
        const double rows = (double)l->place[r].n;
        d->down[r] = pow(f, rows), d->up[r] = pow(g, rows);
    }
}

/* Puts y before and x after the rows of this rank into the right side of system s. */
static void put_beside(const struct cut_lines *l, const struct system *system, int64_t s)
{
    const struct carried *const d = l->own;
    const struct sums *const of = d->sums + s;
    const struct recurrence_line c = recurrence_line_of(&l->shape, system, s);
    const int64_t batch = l->shape.batch, last = (c.n - 1) * c.stride;
    const double f = (double)c.forward, g = (double)c.backward;
    double behind = 0;
    d->y[0] = 0;
    for (int r = 1; r < l->ranks; r++) d->y[r] = of[(r - 1) * batch].y + d->down[r - 1] * d->y[r - 1];
    for (int r = l->ranks - 1; r > l->rank; r--)
        behind = of[r * batch].x + of[r * batch].response * f * d->y[r] + d->up[r] * behind;
    if (c.n == 0) return;
    const double scale = c.scale ? (double)c.scale[(c.n - 1) * c.scale_stride] : 1;
    if (!l->begins) c.x[0] = (real)((double)c.x[0] + f * d->y[l->rank]);
    if (!l->ends && behind != 0) c.x[last] = (real)((double)c.x[last] + g * behind / scale);
}

/* Rows of the whole system in info. */
static enum status solve_rows(const struct cut_lines *l, const struct system *system)
{
    const enum status st = l->shape.n > 0 ? plan_solve(l->plan, system) : ST_OK;
    for (int64_t s = 0; system->info && s < l->shape.batch; s++) {
        if (l->shape.n == 0) system->info[s] = 0;
        if (system->info[s] > 0) system->info[s] += l->shape.cut.first;
    }
    return st;
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    const struct carried *const d = l->own;
    const struct recurrence *const r = &system->recurrence;
    sum_rows(l, system);
    comm_exchange_run(d->exchange, d->sums, d->sums);
    take_powers(l, (double)(real)r->forward, (double)(real)r->backward);
    for (int64_t s = 0; s < l->shape.batch; s++) put_beside(l, system, s);
    return solve_rows(l, system);
}

const struct cut_ops cut_carried = {
    .name = "reduced",
    .given = given,
    .values = values,
    .flops = 6,
    .traffic = 1,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
