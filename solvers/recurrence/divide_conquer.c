/* Divide and conquer over the columns of a matrix: weights, and the passes columns, carry and spread, down and up. */
#include "solvers/recurrence/divide_conquer.h"

#include <math.h>

#include "base/timing/trace.h"

struct dc_grid dc_grid_of(int64_t n, int64_t r, int64_t unit)
{
    const int64_t columns = r < n ? r : n;
    return (struct dc_grid){.s = n / columns, .r = columns, .unit = unit};
}

int64_t whole_root(int64_t n)
{
    int64_t root = (int64_t)sqrt((double)n);
    while (root * root > n) root--;
    while ((root + 1) * (root + 1) <= n) root++;
    return root;
}

/* In long double, since the powers are high. */
void dc_grid_weigh(const struct dc_grid *g, const struct recurrence *r, real *weight)
{
    long double down = 1, up = 1;
    for (int64_t i = 0; i < g->s; i++) {
        weight[i] = (real)(down *= (long double)(real)r->forward);
        weight[2 * g->s - 1 - i] = (real)(up *= (long double)(real)r->backward);
    }
}

/* The carry step: along the rows that end a column in this direction, and the rows that are in no column. */
static void carry(const struct dc_grid *g, const struct dc_format *format, enum recurrence_direction d)
{
    const struct recurrence_line *const c = g->chain;
    const int64_t end = d == DOWN ? g->s - 1 : 0, rest = c->n - g->r * g->s;
    real last = d == DOWN ? 0 : recurrence_run(c->x + c->n - 1, rest, -1, c->backward, 0);
    for (int64_t k = 0; k < g->r; k++) {
        const int64_t j = d == DOWN ? k : g->r - 1 - k;
        real *const u = format->at(g, end, j);
        g->carry[j] = last;
        *u = last = *u + g->weight[d][end] * last;
    }
    if (d == DOWN) recurrence_run(c->x + g->r * g->s, rest, 1, c->forward, last);
}

static void stage(const struct dc_grid *g, const struct dc_format *format, enum recurrence_direction d,
                  struct team team, struct trace *trace)
{
    int64_t from, to;
    team_part(team, dc_grid_units(g), &from, &to);
    trace_enter(trace, team.rank, "columns");
    format->columns(g, d, from, to);
    trace_enter(trace, team.rank, team.rank ? NULL : "carry");
    team_wait(team);
    if (team.rank == 0) carry(g, format, d);
    team_wait(team);
    trace_enter(trace, team.rank, "spread");
    format->spread(g, d, from, to);
}

void divide_conquer_solve(const struct dc_grid *g, const struct dc_format *format, struct team team,
                          struct trace *trace)
{
    int64_t from, to;
    team_part(team, dc_grid_units(g), &from, &to);
    trace_enter(trace, team.rank, "fill");
    if (format->fill) format->fill(g, from, to);
    stage(g, format, DOWN, team, trace);
    stage(g, format, UP, team, trace);
    trace_enter(trace, team.rank, "drain");
    if (format->drain) format->drain(g, from, to);
}
