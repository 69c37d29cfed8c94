/* Divide and conquer: the rows of a system as the columns of a matrix, each first treated as if there were no others.
 *
 * The first r s rows are U in R^{s x r}, column by column. Down the rows, (20) and (19):
 *     columns   u_{i,j} += f u_{i-1,j}                 i = 1 ... s-1, all columns at once
 *     carry     u_{s-1,j} += f^s u_{s-1,j-1}           j = 1 ... r-1, one after the other
 *     spread    u_{i,j} += f^{i+1} u_{s-1,j-1}         i = 0 ... s-2, all columns at once
 * and up the rows (21) mirrored: first rows are carried, from right to left. The remaining rows, fewer than r, are
 * computed one by one in the carry step, after the last column in the pass down and before it in the pass up.
 *
 * P. Stpiczynski, Solving a kind of boundary value problem for ordinary differential equations using novel data formats
 * for dense matrices, IMCSIT 2008, section III: the linear recurrence with constant coefficients (18) for m = 1. */
#pragma once
#include "solvers/recurrence/lines/recurrence_line.h"

enum recurrence_direction { DOWN, UP };

struct dc_grid {
    int64_t s, r;
    int64_t unit;        /* columns that stay with one rank */
    int64_t row, column; /* elements to the next row, to the next column; in blocks: as long as it is in the same one */
    real *u;             /* the matrix, with the elements where its format has them */
    real *carry;         /* carry_j, to be spread over column j; zeros beyond the last column of the last unit */
    const real *weight[2]; /* by row: of DOWN f^{i+1}, of UP g^{s-i} */
    const struct recurrence_line *chain;
};

/* The storage format of the matrix, and the order in which its elements are visited. Each rank is given the units
 * `from` to `to` - 1. */
struct dc_format {
    real *(*at)(const struct dc_grid *g, int64_t i, int64_t j);
    void (*fill)(const struct dc_grid *g, int64_t from, int64_t to);  /* from the system; NULL: it is the matrix */
    void (*drain)(const struct dc_grid *g, int64_t from, int64_t to); /* to the system */
    void (*columns)(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to);
    void (*spread)(const struct dc_grid *g, enum recurrence_direction d, int64_t from, int64_t to);
};

static inline int64_t dc_grid_units(const struct dc_grid *g)
{
    return (g->r - 1) / g->unit + 1;
}

static inline real dc_grid_factor(const struct dc_grid *g, enum recurrence_direction d)
{
    return d == DOWN ? g->chain->forward : g->chain->backward;
}

/* n rows in r columns, or in n if that is less. */
struct dc_grid dc_grid_of(int64_t n, int64_t r, int64_t unit);

/* floor(sqrt(n)) */
int64_t whole_root(int64_t n);

/* Fills weight[2 s]: of DOWN, then of UP. */
void dc_grid_weigh(const struct dc_grid *g, const struct recurrence *r, real *weight);

/* Called by every rank of the team, with a grid that is complete. */
void divide_conquer_solve(const struct dc_grid *g, const struct dc_format *format, struct team team,
                          struct trace *trace);
