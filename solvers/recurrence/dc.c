/* Divide and conquer on a full matrix, stored by columns: formulas and source in divide_conquer.h, section III-A of the
 * paper.
 *
 * order = "paper": a row of all columns at a time, u_{i,*} += f u_{i-1,*}, which vectorizes but strides through memory
 * by the leading dimension; a power of two there puts a row into few sets of the caches, and `padding` rows more
 * (Figure 1) bring it out of them, at the price of copying the system there and back, which the phases "fill" and
 * "drain" of a trace show. order = "columns": each column by itself, contiguous.
 *
 * Stable for |f|, |g| <= 1, with the error of sums of s + r terms. 8 flops a row, 4 if f = g = 1: twice those of the
 * recurrence row by row. Four passes there and back over the rows, 64 bytes each in double precision column by column;
 * row by row every pass takes the cache line of each element, unless those of a row of the matrix stay in a
 * cache. */
#include <string.h>

#include "solvers/kind.h"
#include "solvers/recurrence/divide_conquer.h"

struct options {
    int64_t r, padding;
    int order;
};

static const char *const orders[] = {"paper", "columns", NULL};

static const struct option options[] = {
    {.key = "r",
     .help = "columns of the matrix; 0: the square root of n, for as many rows",
     .type = OPT_INT,
     .offset = offsetof(struct options, r),
     .min = 0,
     .max = 1e15,
     .default_value = "0"},
    {.key = "padding",
     .help = "rows added to the leading dimension; 0: in place, without a copy",
     .type = OPT_INT,
     .offset = offsetof(struct options, padding),
     .min = 0,
     .max = 4096,
     .default_value = "8"},
    {.key = "order",
     .help = "paper: a row of all columns at a time; columns: each column in one go",
     .type = OPT_WORD,
     .offset = offsetof(struct options, order),
     .default_value = "paper",
     .words = orders},
    {.key = NULL},
};

static struct dc_grid grid(const struct shape *shape, const void *values)
{
    const struct options *const o = values;
    struct dc_grid g = dc_grid_of(shape->n, o->r ? o->r : whole_root(shape->n), 1);
    g.row = 1;
    g.column = g.s + o->padding;
    return g;
}

static real *at(const struct dc_grid *g, int64_t i, int64_t j)
{
    return g->u + j * g->column + i;
}

static void fill(const struct dc_grid *g, int64_t from, int64_t to)
{
    for (int64_t j = from; j < to; j++) memcpy(at(g, 0, j), g->chain->x + j * g->s, (size_t)g->s * sizeof(real));
}

static void drain(const struct dc_grid *g, int64_t from, int64_t to)
{
    for (int64_t j = from; j < to; j++) memcpy(g->chain->x + j * g->s, at(g, 0, j), (size_t)g->s * sizeof(real));
}

static void columns_by_rows(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    const real f = dc_grid_factor(g, d);
    const int64_t before = d == DOWN ? -1 : 1;
    for (int64_t k = 1; k < g->s; k++) {
        real *const u = g->u + (d == DOWN ? k : g->s - 1 - k);
        for (int64_t j = from; j < to; j++) u[j * g->column] += f * u[j * g->column + before];
    }
}

static void spread_by_rows(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    for (int64_t k = 0; k < g->s - 1; k++) {
        const int64_t i = d == DOWN ? k : k + 1;
        for (int64_t j = from; j < to; j++) g->u[j * g->column + i] += g->weight[d][i] * g->carry[j];
    }
}

static void columns_in_one_go(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    for (int64_t j = from; j < to; j++)
        recurrence_run(at(g, d == DOWN ? 0 : g->s - 1, j), g->s, d == DOWN ? 1 : -1, dc_grid_factor(g, d), 0);
}

static void spread_in_one_go(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    const int64_t first = d == DOWN ? 0 : 1;
    const real *const restrict weight = g->weight[d] + first;
    for (int64_t j = from; j < to; j++) {
        real *const restrict u = at(g, first, j);
        const real carry = g->carry[j];
        for (int64_t i = 0; i < g->s - 1; i++) u[i] += weight[i] * carry;
    }
}

static int64_t table(const struct shape *shape, const void *values)
{
    return 2 * grid(shape, values).s;
}

static void prepare(const struct plan *plan, const struct recurrence *r, real *weights)
{
    const struct dc_grid g = grid(&plan->shape, plan->options);
    dc_grid_weigh(&g, r, weights);
}

static int64_t workspace_values(const struct shape *shape, const void *values, int ranks)
{
    const struct options *const o = values;
    const struct dc_grid g = grid(shape, values);
    return g.r + (o->padding ? g.r * g.column : 0);
}

static void solve_chain(const struct plan *plan, const struct recurrence_line *c, const real *weights, real *workspace,
                        struct team team, struct trace *trace)
{
    const struct options *const o = plan->options;
    const bool copies = o->padding > 0, paper = o->order == 0;
    struct dc_grid g = grid(&plan->shape, o);
    const struct dc_format format = {
        .at = at,
        .fill = copies ? fill : NULL,
        .drain = copies ? drain : NULL,
        .columns = paper ? columns_by_rows : columns_in_one_go,
        .spread = paper ? spread_by_rows : spread_in_one_go,
    };
    g.u = copies ? workspace + g.r : c->x;
    g.carry = workspace;
    g.weight[DOWN] = weights;
    g.weight[UP] = weights + g.s;
    g.chain = c;
    divide_conquer_solve(&g, &format, team, trace);
}

static const struct recurrence_method method = {.splits = true,
                                                .flops = 8,
                                                .table = table,
                                                .prepare = prepare,
                                                .workspace_values = workspace_values,
                                                .solve = solve_chain};

const struct solver recurrence_dc = {
    .method = "dc",
    .about = "divide and conquer over the columns of a full matrix",
    .source = "Stpiczynski 2008, section III-A",
    .kind = KIND_RECURRENCE,
    .space = HOST,
    .can = FOR_ITS_PAPER | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct options),
    .variant = &method,
    .hooks = &recurrence_hooks,
};
