/* Divide and conquer on a matrix in square blocked full format: formulas and source in divide_conquer.h, section III-B
 * of the paper.
 *
 * Blocks of n_b x n_b elements, each contiguous, lie one below the other, column of blocks by column of blocks (Figure
 * 2): the array A(i, j, k, l), element (i, j) of block (k, l), with whole blocks at the lower and right edge too. A
 * column of blocks is swept from block to block, so that the rows of a block are in the first-level cache. Blocks are
 * visited in the order of Figure 3, each step beginning where the one before ended: down the rows from right to left,
 * from the top, then the last row of blocks, then from right to left, from the bottom; up the rows mirrored.
 *
 * order = "paper": i fastest within a block, so that a row of a block strides by n_b. order = "rows": j fastest, the
 * same sweep with contiguous rows, a vector at a time.
 *
 * A row that strides touches a cache line of every column. It is fast if these n_b lines stay in the first-level cache,
 * whether or not the block fits. They do not if n_b is a power of two from 128 on in double precision: they then share
 * few sets. Contiguous rows are fast with any n_b. docs/recurrences.md shows both.
 *
 * Copying the system there and back is part of the method: phases "fill" and "drain" of a trace. Stable for |f|, |g| <=
 * 1, with the error of sums of s + r terms. 8 flops a row, 4 if f = g = 1. Four passes there and back, and two copies:
 * 96 bytes a row in double precision. */
#include <string.h>

#include "solvers/batch/simd_transpose.h"
#include "solvers/kind.h"
#include "solvers/recurrence/divide_conquer.h"

struct options {
    int64_t r, block;
    int order;
};

static const char *const orders[] = {"paper", "rows", NULL};

static const struct option options[] = {
    {.key = "r",
     .help = "columns of the matrix; 0: a quarter of the square root of n",
     .type = OPT_INT,
     .offset = offsetof(struct options, r),
     .min = 0,
     .max = 1e15,
     .default_value = "0"},
    {.key = "block",
     .help = "rows and columns of a block; 64 or less, or no power of two",
     .type = OPT_INT,
     .offset = offsetof(struct options, block),
     .min = 1,
     .max = 512,
     .default_value = "32"},
    {.key = "order",
     .help = "within a block; paper: columns are contiguous; rows: rows are",
     .type = OPT_WORD,
     .offset = offsetof(struct options, order),
     .default_value = "paper",
     .words = orders},
    {.key = NULL},
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static struct dc_grid grid(const struct shape *shape, const void *values)
{
    const struct options *const o = values;
    const int64_t quarter = whole_root(shape->n) / 4;
    struct dc_grid g = dc_grid_of(shape->n, o->r ? o->r : quarter ? quarter : 1, o->block);
    g.row = o->order == 0 ? 1 : o->block;
    g.column = o->order == 0 ? o->block : 1;
    return g;
}

/* Blocks in a column of them. */
static int64_t blocks(const struct dc_grid *g)
{
    return (g->s - 1) / g->unit + 1;
}

static real *block(const struct dc_grid *g, int64_t k, int64_t l)
{
    return g->u + (l * blocks(g) + k) * g->unit * g->unit;
}

static real *at(const struct dc_grid *g, int64_t i, int64_t j)
{
    return block(g, i / g->unit, j / g->unit) + i % g->unit * g->row + j % g->unit * g->column;
}

/* Rows of block (k, l) that are rows of the matrix. */
static int64_t rows_of(const struct dc_grid *g, int64_t k)
{
    return smaller(g->unit, g->s - k * g->unit);
}

static int64_t columns_of(const struct dc_grid *g, int64_t l)
{
    return smaller(g->unit, g->r - l * g->unit);
}

/* `row` += weight `other`, for all columns of a block: contiguous rows as vectors. */
static inline void add_row(const struct dc_grid *g, real *restrict row, const real *restrict other, int64_t stride,
                           real weight)
{
    if (g->column == 1)
        for (int64_t j = 0; j < g->unit; j++) row[j] += weight * other[j];
    else
        for (int64_t j = 0; j < g->unit; j++) row[j * g->column] += weight * other[j * stride];
}

/* The order in which a rank visits columns of blocks, and the blocks of a column: from right to left, down the rows. */
static int64_t turn(int64_t t, int64_t count, bool backwards)
{
    return backwards ? count - 1 - t : t;
}

static void columns(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    const real f = dc_grid_factor(g, d);
    for (int64_t t = from; t < to; t++) {
        const int64_t l = from + turn(t - from, to - from, d == DOWN);
        const real *before = NULL;
        for (int64_t m = 0; m < blocks(g); m++) {
            const int64_t k = turn(m, blocks(g), d == UP), rows = rows_of(g, k);
            for (int64_t i = 0; i < rows; i++) {
                real *const row = block(g, k, l) + turn(i, rows, d == UP) * g->row;
                if (before) add_row(g, row, before, g->column, f);
                before = row;
            }
        }
    }
}

static void spread(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to)
{
    const int64_t end = d == DOWN ? g->s - 1 : 0;
    for (int64_t t = from; t < to; t++) {
        const int64_t l = from + turn(t - from, to - from, d == DOWN);
        for (int64_t m = 0; m < blocks(g); m++) {
            const int64_t k = turn(m, blocks(g), d == DOWN), rows = rows_of(g, k);
            for (int64_t q = 0; q < rows; q++) {
                const int64_t i = k * g->unit + turn(q, rows, d == DOWN);
                real *const row = block(g, k, l) + (i - k * g->unit) * g->row;
                if (i != end) add_row(g, row, g->carry + l * g->unit, 1, g->weight[d][i]);
            }
        }
    }
}

/* Some columns of a block from the system, where each begins s after the one before. Contiguous rows are filled four at
 * a time, a vector of columns each. Columns that are not the matrix's are zeros, and stay so. */
static void fill_tile(const struct dc_grid *g, real *b, real *x, int64_t rows, int64_t columns)
{
    const int64_t whole = g->column == 1 ? columns / LANES * LANES : 0, fours = rows / ROWS * ROWS;
    for (int64_t i = 0; i < fours; i += ROWS)
        for (int64_t j = 0; j < whole; j += LANES) {
            vec v[ROWS];
            rows_load(x + j * g->s + i, g->s, v);
            for (int q = 0; q < ROWS; q++) vec_store(b + (i + q) * g->row + j, v[q]);
        }
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = j < whole ? fours : 0; i < rows; i++) b[i * g->row + j * g->column] = x[j * g->s + i];
}

static void drain_tile(const struct dc_grid *g, real *b, real *x, int64_t rows, int64_t columns)
{
    const int64_t whole = g->column == 1 ? columns / LANES * LANES : 0, fours = rows / ROWS * ROWS;
    for (int64_t i = 0; i < fours; i += ROWS)
        for (int64_t j = 0; j < whole; j += LANES) {
            vec v[ROWS];
            for (int q = 0; q < ROWS; q++) v[q] = vec_load(b + (i + q) * g->row + j);
            rows_store(x + j * g->s + i, g->s, v);
        }
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = j < whole ? fours : 0; i < rows; i++) x[j * g->s + i] = b[i * g->row + j * g->column];
}

/* A cache line of columns through all blocks before the next line: few lines are live at a time, and all of each is
 * used, although columns at a distance of a power of two fall into few sets of the caches. */
static inline void each_tile(const struct dc_grid *g, int64_t from, int64_t to,
                             void (*copy)(const struct dc_grid *g, real *b, real *x, int64_t rows, int64_t columns))
{
    for (int64_t l = from; l < to; l++)
        for (int64_t j = 0; j < columns_of(g, l); j += LINE)
            for (int64_t k = 0; k < blocks(g); k++)
                copy(g, block(g, k, l) + j * g->column, g->chain->x + (l * g->unit + j) * g->s + k * g->unit,
                     rows_of(g, k), smaller(LINE, columns_of(g, l) - j));
}

static void fill(const struct dc_grid *g, int64_t from, int64_t to)
{
    each_tile(g, from, to, fill_tile);
}

static void drain(const struct dc_grid *g, int64_t from, int64_t to)
{
    each_tile(g, from, to, drain_tile);
}

static const struct dc_format format = {.at = at, .fill = fill, .drain = drain, .columns = columns, .spread = spread};

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
    const struct dc_grid g = grid(shape, values);
    return dc_grid_units(&g) * g.unit * (1 + blocks(&g) * g.unit);
}

static void solve_chain(const struct plan *plan, const struct recurrence_line *c, const real *weights, real *workspace,
                        struct team team, struct trace *trace)
{
    struct dc_grid g = grid(&plan->shape, plan->options);
    g.carry = workspace;
    g.u = workspace + dc_grid_units(&g) * g.unit;
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

const struct solver recurrence_nd = {
    .method = "nd",
    .about = "divide and conquer over the columns of a matrix of square blocks",
    .source = "Stpiczynski 2008, section III-B",
    .kind = KIND_RECURRENCE,
    .space = HOST,
    .can = FOR_ITS_PAPER | DETERMINISTIC,
    .options = options,
    .options_bytes = sizeof(struct options),
    .variant = &method,
    .hooks = &recurrence_hooks,
};
