#include "solvers/tridiag/rows.h"

#include <math.h>

#include "solvers/tridiag/pivots.h"

void rows_gather_matrix(struct line l, struct rows rows, int64_t from, int64_t to)
{
    if (from == to) return;
    for (int64_t i = from; i < to; i++) rows.b[i] = l.b[i * l.step];
    for (int64_t i = from > 1 ? from : 1; i < to; i++) rows.a[i] = l.a[i * l.step];
    for (int64_t i = from; i < (to < l.n ? to : l.n - 1); i++) rows.c[i] = l.c[i * l.step];
    if (from == 0) rows.a[0] = 0;
    if (to == l.n) rows.c[l.n - 1] = 0;
}

void rows_gather_right(struct line l, real *d, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) d[i] = l.x[i * l.x_step];
}

void rows_scatter(struct line l, const real *d, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) l.x[i * l.x_step] = d[i];
}

int64_t rows_info(struct line l, const real *d, int64_t info)
{
    int finite = 1;
    for (int64_t i = 0; i < l.n; i++) finite &= isfinite(d[i]) != 0;
    return info ? info : finite ? 0 : pivots_find(l);
}

static int64_t line_values(int64_t n, const void *options, const struct row_method *method)
{
    return 4 * rows_room(n) + (method->scratch ? method->scratch(n, options) : 0);
}

static bool splits(const struct shape *shape, const struct exec *exec, const struct row_method *method)
{
    return method->splits && shape->batch < exec->threads;
}

int64_t rows_work_bytes(const struct shape *shape, const void *options, const struct exec *exec,
                        const struct row_method *method)
{
    const int64_t lines = splits(shape, exec, method) ? 1 : exec->threads;
    return lines * line_values(shape->n, options, method) * (int64_t)sizeof(real);
}

static void solve_system(const struct plan *plan, const struct tridiag *t, const struct row_method *method, int64_t s,
                         real *work, struct team team)
{
    const struct line l = line_of(&plan->shape, t, s);
    const struct rows rows = rows_at(work, l.n);
    int64_t from, to;
    team_span(team, l.n, &from, &to);
    rows_gather_matrix(l, rows, from, to);
    rows_gather_right(l, rows.d, from, to);
    team_wait(team);
    const int64_t info = method->solve(l.n, rows, work + 4 * rows_room(l.n), team, plan->options);
    rows_scatter(l, rows.d, from, to);
    team_wait(team);
    if (t->info && team.rank == 0) t->info[s] = rows_info(l, rows.d, info);
    team_wait(team);
}

void rows_solve(const struct plan *plan, const struct tridiag *t, const struct row_method *method)
{
    const int64_t batch = plan->shape.batch, room = line_values(plan->shape.n, plan->options, method);
    const bool together = splits(&plan->shape, &plan->exec, method);
    real *const work = plan->work;
    #pragma omp parallel num_threads(plan->exec.threads)
    if (together) {
        const struct team all = {omp_get_thread_num(), omp_get_num_threads()};
        for (int64_t s = 0; s < batch; s++) solve_system(plan, t, method, s, work, all);
    } else {
        const struct team alone = {0, 1};
        #pragma omp for schedule(static)
        for (int64_t s = 0; s < batch; s++)
            solve_system(plan, t, method, s, work + omp_get_thread_num() * room, alone);
    }
}
