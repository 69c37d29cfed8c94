/* Kept of each matrix: its rows, contiguous, and the levels. Owned by each thread, or by a team that shares a
 * system: a right side, and its levels. */
#include "solvers/tridiag/arcr/arcr_reuse.h"

#include <string.h>

#include "solvers/tridiag/arcr/arcr_reduction.h"

enum { HEADER = 64 };

static int64_t array_bytes(int64_t n)
{
    return padded_length(n) * (int64_t)sizeof(real);
}

static int64_t bytes_of_matrix(int64_t n)
{
    return HEADER + 3 * array_bytes(n) + arcr_kept_bytes(n);
}

static int64_t bytes_of_right_side(int64_t n)
{
    return array_bytes(n) + arcr_workspace_bytes(n);
}

/* One for all serves only systems of one size: the last row of a shorter one has no c. */
static bool one_for_all(const struct shape *shape)
{
    return line_matrix_shared(shape) && !shape->sizes;
}

static int64_t matrices(const struct shape *shape)
{
    return one_for_all(shape) ? 1 : shape->batch;
}

int64_t arcr_reuse_workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                                   const struct exec *exec)
{
    if (!shape->reuse) return gather_workspace_bytes(self, shape, options, exec);
    return matrices(shape) * bytes_of_matrix(shape->n) + exec->threads * bytes_of_right_side(shape->n);
}

/* One system, as one rank of a team sees it. */
struct place {
    struct bundle b; /* of the one */
    int64_t *singular;
    struct arcr_reduction k;
};

static void place_make(struct place *at, const struct plan *p, const struct system *system, int64_t s, int part)
{
    const int64_t n = p->shape.n, padded = padded_length(n);
    char *const kept = (char *)p->workspace + (one_for_all(&p->shape) ? 0 : s) * bytes_of_matrix(n);
    char *const right = (char *)p->workspace + matrices(&p->shape) * bytes_of_matrix(n) + part * bytes_of_right_side(n);
    real *const rows = (real *)(kept + HEADER);
    at->b.count = 1, at->b.line[0] = line_of(&p->shape, system, s);
    at->b.rows[0] = (struct tridiag_rows){rows, rows + padded, rows + 2 * padded, (real *)right};
    at->singular = (int64_t *)kept;
    arcr_begin(&at->k, at->b.line[0].n, (char *)(rows + 3 * padded), right + array_bytes(n));
    at->k.level[0].rows = const_rows_of(at->b.rows[0]);
}

typedef void each_system(const struct plan *p, const struct system *system, int64_t s, struct team team, int part);

static void factor_one(const struct plan *p, const struct system *system, int64_t s, struct team team, int part)
{
    struct place at;
    place_make(&at, p, system, s, part);
    bundle_gather_matrix(&at.b, team);
    if (team.rank == 0) memset(at.b.rows[0].d, 0, (size_t)at.k.n * sizeof(real));
    team_wait(team);
    const int64_t singular = arcr_down(&at.k, p->options, team);
    if (team.rank == 0) *at.singular = singular;
    team_wait(team);
}

static void solve_one(const struct plan *p, const struct system *system, int64_t s, struct team team, int part)
{
    struct place at;
    place_make(&at, p, system, s, part);
    bundle_gather_right(&at.b, team);
    team_wait(team);
    if (!*at.singular) {
        arcr_resume(&at.k);
        arcr_right(&at.k, team);
    }
    const int64_t info = arcr_solve(&at.k, *at.singular, p->options, at.b.rows[0].d, team);
    team_wait(team);
    bundle_scatter(&at.b, team);
    team_wait(team);
    if (team.rank == 0 && system->info) system->info[s] = gather_info(at.b.line[0], at.b.rows[0].d, info);
    team_wait(team);
}

/* One per thread, or, if there are fewer than threads, one after the other by all. */
static void each(const struct plan *p, const struct system *system, int64_t count, each_system *action)
{
    struct trace *const trace = p->exec.trace;
#pragma omp parallel num_threads(p->exec.threads)
    if (p->shape.batch < p->exec.threads) {
        const struct team all = {omp_get_thread_num(), omp_get_num_threads(), trace};
        for (int64_t s = 0; s < count; s++) action(p, system, s, all, 0);
    } else {
        const struct team single = {0, 1, trace};
#pragma omp for schedule(static)
        for (int64_t s = 0; s < count; s++) action(p, system, s, single, omp_get_thread_num());
    }
}

enum status arcr_reuse_factor(struct plan *p, const struct system *system)
{
    each(p, system, matrices(&p->shape), factor_one);
    return ST_OK;
}

enum status arcr_reuse_solve(struct plan *p, const struct system *system)
{
    if (!p->factored) return gather_solve(p, system);
    each(p, system, p->shape.batch, solve_one);
    return ST_OK;
}
