/* Solves systems by a method for contiguous rows: gathered into scratch, or in place; distributes systems over threads,
 * checks answers and reports info. */
#include "solvers/tridiag/gather.h"

#include <math.h>
#include <string.h>

#include "solvers/batch/cost.h"
#include "solvers/batch/info.h"
#include "solvers/tridiag/gather_check.h"

enum { NOT_FINITE = 1 }; /* of info, until the row is found */

static bool all_finite(const real *d, int64_t from, int64_t to)
{
    int finite = 1;
    for (int64_t i = from; i < to; i++) finite &= isfinite(d[i]) != 0;
    return finite;
}

int64_t gather_info(struct line l, const real *d, int64_t info)
{
    return info ? info : all_finite(d, 0, l.n) ? 0 : info_find(l);
}

/* Reports by all ranks, each for its rows. */
static void report(struct line l, const real *d, int64_t *info, int64_t known, struct team team)
{
    int64_t from, to;
    if (team.rank == 0) *info = 0;
    team_wait(team);
    team_span(team, l.n, &from, &to);
    if (!all_finite(d, from, to)) {
#pragma omp atomic write
        *info = 1;
    }
    team_wait(team);
    if (team.rank == 0) *info = known ? known : *info ? info_find(l) : 0;
}

static bool splits(const struct shape *shape, const struct exec *exec, const struct row_method *method)
{
    return method->splits && shape->batch < exec->threads;
}

int gather_ranks(const struct shape *shape, const struct exec *exec, const struct row_method *method)
{
    return splits(shape, exec, method) ? exec->threads : 1;
}

/* A method that reads rows in place wants contiguous ones, of the matrix too, as they are. */
static bool gathers(const struct shape *shape, const struct row_method *method)
{
    return !method->read || shape->stride != 1 || shape_matrix_stride(shape) != 1 || shape->tridiag.shifted;
}

/* Workspace of a thread, or of the team: the rows of a bundle and what the method needs for one system at a time. */
static int64_t workspace_values(const struct shape *shape, const void *options, const struct exec *exec,
                                const struct row_method *method)
{
    const int64_t bundle = splits(shape, exec, method) ? 1 : bundle_width(shape);
    const int64_t systems = gathers(shape, method) ? bundle : 0;
    return systems * 4 * padded_length(shape->n) +
           (method->workspace_values ? method->workspace_values(shape->n, options) : 0);
}

int64_t gather_workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct row_method *const method = self->variant;
    const int64_t parts = splits(shape, exec, method) ? 1 : exec->threads;
    return parts * workspace_values(shape, options, exec, method) * (int64_t)sizeof(real);
}

/* A system as a method is given it: rows gathered into `rows`, or, if that is NULL, in place. */
struct given {
    struct line line;
    const struct tridiag_rows *rows;
    real *workspace;
    const void *options;
};

static struct line line_of_rows(int64_t n, struct const_rows r, real *x)
{
    return (struct line){.n = n, .stride = 1, .x_stride = 1, .a = r.a, .b = r.b, .c = r.c, .x = x, .shift = RC(-0.0)};
}

/* NOT_FINITE, PIVOTS_GREW or 0 into *info; the caller's right side is still there. */
static void check(const struct gathered_answer *k, int64_t *info, struct team team)
{
    int64_t from, to;
    if (team.rank == 0) *info = 0;
    team_wait(team);
    team_span(team, k->line.n, &from, &to);
    if (gathered_misses(k, from, to)) {
#pragma omp atomic write
        *info = NOT_FINITE;
    }
    team_wait(team);
    if (team.rank == 0 && *info && all_finite(k->x, 0, k->line.n)) *info = gathered_is_wrong(k) ? PIVOTS_GREW : 0;
    team_wait(team);
}

static int64_t solve_and_check(const struct row_method *method, const struct given *g, int64_t *info, struct team team)
{
    const struct line l = g->line;
    const struct const_rows rows = g->rows ? const_rows_of(*g->rows) : (struct const_rows){l.a, l.b, l.c, l.x};
    real *const x = g->rows ? g->rows->d : l.x;
    if (!method->read) {
        const int64_t known = method->solve(l.n, *g->rows, g->workspace, team, g->options);
        if (info) check(&(struct gathered_answer){l, x}, info, team);
        return known;
    }
    real *const spare = info ? method->spare(l.n, g->workspace, team, g->options) : NULL;
    const int64_t known = method->read(l.n, rows, spare ? spare : x, g->workspace, team, g->options);
    if (!spare) {
        if (info && team.rank == 0) *info = NOT_FINITE;
        return known;
    }
    int64_t from, to;
    team_wait(team);
    check(&(struct gathered_answer){line_of_rows(l.n, rows, x), spare}, info, team);
    team_span(team, l.n, &from, &to);
    if (from < to) memcpy(x + from, spare + from, (size_t)(to - from) * sizeof *x);
    team_wait(team);
    return known;
}

static int64_t solve_system(const struct row_method *method, const struct given *g, int64_t *info, struct team team)
{
    const struct line l = g->line;
    if (method->checked) return solve_and_check(method, g, info, team);
    if (!g->rows)
        return method->read(l.n, (struct const_rows){l.a, l.b, l.c, l.x}, l.x, g->workspace, team, g->options);
    if (method->read) return method->read(l.n, const_rows_of(*g->rows), g->rows->d, g->workspace, team, g->options);
    return method->solve(l.n, *g->rows, g->workspace, team, g->options);
}

/* Completes what `check` left. */
static void report_checked(struct line l, int64_t *info, int64_t known, struct team team)
{
    if (team.rank > 0) return;
    if (known) *info = known;
    else if (*info == NOT_FINITE) *info = info_find(l);
}

/* The systems s ... end - 1. */
static void solve_bundle(const struct plan *plan, const struct system *system, const struct row_method *method,
                         int64_t s, int64_t end, real *workspace, struct team team)
{
    const bool gather = gathers(&plan->shape, method);
    struct bundle b = {.count = end - s};
    for (int64_t k = 0; k < b.count; k++) {
        b.line[k] = line_of(&plan->shape, system, s + k);
        b.rows[k] = (struct tridiag_rows){.d = b.line[k].x};
        if (!gather) continue;
        b.rows[k] = rows_at(workspace, b.line[k].n);
        workspace += 4 * padded_length(b.line[k].n);
    }
    if (gather) {
        team_enter(team, "gather");
        bundle_gather_matrix(&b, team);
        bundle_gather_right(&b, team);
        team_wait(team);
    }
    int64_t info[BUNDLE_MAX];
    for (int64_t k = 0; k < b.count; k++)
        info[k] = solve_system(method, &(struct given){b.line[k], gather ? &b.rows[k] : NULL, workspace, plan->options},
                               system->info ? &system->info[s + k] : NULL, team);
    team_wait(team);
    if (gather) {
        team_enter(team, "scatter");
        bundle_scatter(&b, team);
    }
    team_enter(team, NULL);
    team_wait(team);
    for (int64_t k = 0; system->info && k < b.count; k++)
        if (method->checked) report_checked(b.line[k], &system->info[s + k], info[k], team);
        else report(b.line[k], b.rows[k].d, &system->info[s + k], info[k], team);
    team_wait(team);
}

struct cost gather_cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct row_method *const method = self->variant;
    return cost_rows(shape, method->flops);
}

enum status gather_solve(struct plan *plan, const struct system *system)
{
    const struct row_method *const method = plan->solver->variant;
    const int64_t batch = plan->shape.batch, width = bundle_width(&plan->shape);
    const int64_t share = workspace_values(&plan->shape, plan->options, &plan->exec, method);
    const bool together = splits(&plan->shape, &plan->exec, method);
    real *const workspace = plan->workspace;
    struct trace *const trace = plan->exec.trace;
    const struct team single = {0, 1, trace};
#pragma omp parallel num_threads(plan->exec.threads)
    if (together) {
        const struct team all = {omp_get_thread_num(), omp_get_num_threads(), trace};
        for (int64_t s = 0; s < batch; s++) solve_bundle(plan, system, method, s, s + 1, workspace, all);
    } else {
#pragma omp for schedule(static)
        for (int64_t s = 0; s < batch; s += width)
            solve_bundle(plan, system, method, s, s + width < batch ? s + width : batch,
                         workspace + omp_get_thread_num() * share, single);
    }
    return ST_OK;
}

const struct solver_hooks gather_hooks = {
    .workspace_bytes = gather_workspace_bytes,
    .cost = gather_cost,
    .solve = gather_solve,
};
