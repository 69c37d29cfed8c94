/* x is checked before it is written, refined where rows miss, and found in order where that does not help. */
#include <math.h>
#include <string.h>

#include "solvers/tridiag/arcr/arcr_check.h"
#include "solvers/tridiag/arcr/arcr_reduction.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"

/* Rows that miss their right sides by more than TRUST are not accepted; without repair, where they miss by more than
 * BACKWARD_MAX, x is INACCURATE. */
#define TRUST (16 * REAL_EPS)

/* This rank's rows. */
static void span(const struct arcr_level *l, struct team team, int64_t *from, int64_t *to)
{
    team_part(team, l->chunks, from, to);
    *from = *from * ARCR_CHUNK < l->n ? *from * ARCR_CHUNK : l->n;
    *to = *to * ARCR_CHUNK < l->n ? *to * ARCR_CHUNK : l->n;
}

/* Equal on all ranks. */
static bool misses(const struct arcr_reduction *k, real trust, struct team team)
{
    int64_t from, to;
    span(&k->level[0], team, &from, &to);
    if (team.rank == 0) *k->missed = false;
    team_wait(team);
    if (arcr_misses(&k->level[0], from, to, trust)) {
#pragma omp atomic write
        *k->missed = true;
    }
    team_wait(team);
    return *k->missed;
}

/* A step of iterative refinement of x of level 0. */
static void refine(struct arcr_reduction *k, struct team team)
{
    struct arcr_level *const l = &k->level[0];
    const struct const_rows r = l->rows;
    int64_t from, to;
    span(l, team, &from, &to);
    for (int64_t i = from; i < to; i++) {
        const real left = i > 0 ? r.a[i] * l->x[i - 1] : 0, right = i < l->n - 1 ? r.c[i] * l->x[i + 1] : 0;
        k->before[i] = l->x[i], k->residual[i] = r.d[i] - left - r.b[i] * l->x[i] - right;
    }
    team_wait(team);
    l->rows.d = k->residual;
    arcr_right(k, team);
    arcr_up(k, team);
    l->rows.d = r.d;
    for (int64_t i = from; i < to; i++) l->x[i] += k->before[i];
    team_wait(team);
}

/* The whole system with partial pivoting in order, or, where that is not requested, NaN. */
static void give_up(const struct arcr_reduction *k, const struct arcr_options *o, real *x)
{
    const struct const_rows r = k->level[0].rows;
    for (int64_t i = 0; i < k->n; i++) x[i] = o->repair ? r.d[i] : (real)NAN;
    if (!o->repair) return;
    const struct line line = {k->n, 1, 1, r.a, r.b, r.c, x, RC(-0.0)};
    const int64_t info = pivot_checkpointed_solve(line, k->scratch);
    *k->answer = info ? info : SOLVED_BY_FALLBACK;
}

/* x of level 0; false if it is not a solution. */
static bool is_solved(struct arcr_reduction *k, const struct arcr_options *o, struct team team)
{
    team_enter(team, "substitute");
    arcr_up(k, team);
    if (*k->answer > 0) return false;
    team_enter(team, "check");
    if (!misses(k, o->repair ? TRUST : (real)BACKWARD_MAX, team)) return true;
    if (!o->repair) return true;
    team_enter(team, "refine");
    refine(k, team);
    return *k->answer <= 0 && !misses(k, TRUST, team);
}

int64_t arcr_solve(struct arcr_reduction *k, int64_t singular, const struct arcr_options *o, real *x, struct team team)
{
    int64_t from, to;
    if (!singular && is_solved(k, o, team)) {
        span(&k->level[0], team, &from, &to);
        memcpy(x + from, k->level[0].x + from, (size_t)(to - from) * sizeof *x);
        return *k->missed ? INACCURATE : *k->answer;
    }
    team_wait(team);
    if (team.rank == 0) {
        team_enter(team, "in order");
        if (singular) *k->answer = singular;
        give_up(k, o, x);
    }
    team_wait(team);
    return *k->answer;
}
