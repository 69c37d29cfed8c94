/* Reduces a system level by level, and finds its unknowns from the last level to the first. */
#include "solvers/tridiag/arcr/arcr_reduction.h"

#include <string.h>

#include "solvers/tridiag/arcr/arcr_blocks.h"
#include "solvers/tridiag/arcr/arcr_operations.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"

/* Blocks with spikes above GROWTH stay. What is left of a system is much if it has more rows than SMALL_REST, and than
 * one of SMALL_SHARE of the system's. */
#define GROWTH RC(8.0)
enum { SMALL_REST = 64, SMALL_SHARE = 16 };

/* The most rows that stay of n, where each second block goes. */
static int64_t kept_max(int64_t n)
{
    return n > 2 ? (2 * n + 2) / 3 : 1;
}

static real *take(struct workspace *w, int64_t n)
{
    return workspace_take(w, padded_length(n) * (int64_t)sizeof(real));
}

static void take_marks(struct arcr_level *l, struct workspace *kept)
{
    l->chunks = arcr_chunks(l->n);
    l->mark = workspace_take(kept, l->n);
    l->chunk = workspace_take(kept, (l->chunks + 1) * (int64_t)sizeof *l->chunk);
}

/* A level of n rows, and the arrays of its rows. */
static struct tridiag_rows take_level(struct arcr_level *l, int64_t n, struct workspace *kept,
                                      struct workspace *workspace)
{
    struct tridiag_rows r;
    r.a = take(kept, n), r.b = take(kept, n), r.c = take(kept, n), r.d = take(workspace, n);
    *l = (struct arcr_level){.n = n, .rows = const_rows_of(r), .x = r.d};
    take_marks(l, kept);
    return r;
}

void arcr_begin(struct arcr_reduction *k, int64_t n, void *kept, void *workspace)
{
    k->n = n, k->count = 1;
    k->kept = (struct workspace){kept, 0}, k->workspace = (struct workspace){workspace, 0};
    k->answer = workspace_take(&k->workspace, (int64_t)sizeof *k->answer);
    k->missed = workspace_take(&k->workspace, (int64_t)sizeof *k->missed);
    k->scratch = take(&k->workspace, pivot_checkpointed_values(n));
    k->before = take(&k->workspace, n), k->residual = take(&k->workspace, n);
    k->level[0] = (struct arcr_level){.n = n, .x = take(&k->workspace, n)};
    take_marks(&k->level[0], &k->kept);
}

static void count_bytes(struct arcr_reduction *k, int64_t n)
{
    struct arcr_level l;
    arcr_begin(k, n, NULL, NULL);
    while (n > 1) take_level(&l, n = kept_max(n), &k->kept, &k->workspace);
}

int64_t arcr_kept_bytes(int64_t n)
{
    struct arcr_reduction k;
    count_bytes(&k, n);
    return k.kept.used;
}

int64_t arcr_workspace_bytes(int64_t n)
{
    struct arcr_reduction k;
    count_bytes(&k, n);
    return k.workspace.used;
}

static void reduce(const struct arcr_level *l, struct tridiag_rows next, struct team team)
{
    int64_t from, to;
    team_part(team, l->chunks, &from, &to);
    for (int64_t c = from; c < to; c++) arcr_reduce(l, c, next);
    team_wait(team);
}

/* Row i of a level, in the system. */
static int64_t row_in_system(const struct arcr_reduction *k, int level, int64_t i)
{
    while (level-- > 0) i = arcr_row_kept(&k->level[level], i);
    return i;
}

static bool is_last(const struct arcr_level *l)
{
    return l->n == 1 || arcr_kept(l) > kept_max(l->n);
}

int64_t arcr_down(struct arcr_reduction *k, const struct arcr_options *o, struct team team)
{
    const struct arcr_choice choice = {arcr_structures[o->structure], o->blocks, o->repair ? GROWTH : REAL_MAX};
    for (;;) {
        const struct arcr_level *const l = &k->level[k->count - 1];
        arcr_choose_blocks(l, &choice, team);
        const int64_t poor = o->repair ? -1 : arcr_first_poor(l);
        if (poor >= 0) return row_in_system(k, k->count - 1, poor) + 1;
        if (is_last(l)) return 0;
        struct arcr_level *const next = &k->level[k->count++];
        reduce(l, take_level(next, arcr_kept(l), &k->kept, &k->workspace), team);
    }
}

void arcr_resume(struct arcr_reduction *k)
{
    for (const struct arcr_level *l = k->level; !is_last(l); l = &k->level[k->count++])
        take_level(&k->level[k->count], arcr_kept(l), &k->kept, &k->workspace);
}

void arcr_right(const struct arcr_reduction *k, struct team team)
{
    for (int level = 0; level < k->count - 1; level++)
        reduce(&k->level[level], (struct tridiag_rows){.d = k->level[level + 1].x}, team);
}

/* Solves the rest in order. Returns info. */
static int64_t solve_rest(const struct arcr_reduction *k)
{
    const struct arcr_level *const l = &k->level[k->count - 1];
    if (l->x != l->rows.d) memcpy(l->x, l->rows.d, (size_t)l->n * sizeof *l->x);
    const struct line line = {l->n, 1, 1, l->rows.a, l->rows.b, l->rows.c, l->x, RC(-0.0)};
    const int64_t info = pivot_checkpointed_solve(line, k->scratch);
    if (info) return row_in_system(k, k->count - 1, info - 1) + 1;
    return l->n > SMALL_REST && l->n > k->n / SMALL_SHARE ? SOLVED_BY_FALLBACK : 0;
}

void arcr_up(const struct arcr_reduction *k, struct team team)
{
    if (team.rank == 0) *k->answer = solve_rest(k);
    team_wait(team);
    for (int level = k->count - 2; level >= 0 && *k->answer <= 0; level--) {
        const struct arcr_level *const l = &k->level[level];
        int64_t from, to;
        team_part(team, l->chunks, &from, &to);
        for (int64_t c = from; c < to; c++) arcr_substitute(l, c, k->level[level + 1].x);
        team_wait(team);
    }
}
