/* The fused step on the host: its data, and the functions that its files share. step/step.h declares those that others
 * call. */
#pragma once
#include "apps/adi/step/step.h"
#include "solvers/batch/simd.h"

enum { GROUPS = 2, BLOCK = GROUPS * LANES }; /* rows whose lines along x are solved together */

/* One axis. An axis of one node has L = 0, M = I and no faces, and needs no other care.
 *
 * L is kept as differences: lower (u_{i-1} - u_i) + upper (u_{i+1} - u_i) + rest u_i, with 0 for a neighbour
 * that is not there. Inside, lower and upper mostly are the same value everywhere.
 *
 * M is kept as its factors, with the division by the pivots p left to the end, as it commutes with the other
 * axes. A line of M x = d is solved by
 *     y_i = d_i + l_i y_{i-1}                         forward elimination
 *     y_{n-1} += sum r_i y_i                          if cyclic
 *     z_i = y_i + h_i z_{i+1} + e_i z_{n-1}           back substitution, the last term if cyclic
 *     x_i = w_i z_i,   w = 1 / p
 * or from the other end by direction[1], with i-1 and i+1, 0 and n-1 exchanged. */
struct direction {
    real *l, *r, *h, *e, *p, *w;
};

struct fused_axis {
    int64_t n;
    bool skipped, cyclic, fixed[2]; /* fixed: a Dirichlet end */
    bool uneven;                    /* some node inside has other coefficients */
    real inner;                     /* lower and upper inside */
    real *lower, *upper, *rest;     /* of L */
    struct direction direction[2];
};

/* Lines of the last axis that are solved together: `rows` complete rows along x of a plane, or `columns` of one row. d
 * holds tile after tile, and in a tile plane after plane, so that each pass reads and writes long runs. */
struct tiles {
    int64_t rows, columns;
    int64_t across, count; /* tiles in a row, in all */
    int64_t size;          /* reals from tile to tile of d */
};

struct fused {
    struct exec exec;
    struct fused_axis axis[3];
    struct direction still; /* does not solve its lines: y in the first pass over a 2D grid */
    int last;               /* the axis solved by the second pass: z, or y of a plane */
    int64_t row;            /* length of a row of scratch: a multiple of a cache line */
    struct tiles tiles;
    int64_t units;           /* of the first pass: planes, or blocks of rows of the only one */
    int64_t scratch_size[2]; /* reals of scratch of one thread in each pass */
    real *table, *d, *scratch;
};

static inline int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Place in d of part `p` of row j, at index `at` of the last axis; j = 0 if that axis is y. */
static inline real *tile_row(const struct fused *f, int64_t at, int64_t j, int64_t p)
{
    const struct tiles *const t = &f->tiles;
    return f->d + (j / t->rows * t->across + p) * t->size + (at * t->rows + j % t->rows) * t->columns;
}

static inline int64_t whole_lines(int64_t n)
{
    return (n + LINE - 1) / LINE * LINE;
}

/* Axis d with its tables in axis_table_size(n) reals from `table` on. */
int64_t axis_table_size(int64_t n);
struct fused_axis axis_at(const struct grid *g, int d, real *table);

/* Factors one line operator. ST_REFUSED if a pivot vanishes, with a sentence that gives `name` as the axis. */
enum status axis_factor(struct fused_axis *a, const struct line_operator *op, char name);

/* The point or row next to p, which is at `at` of the axis; p itself if there is none. */
const real *fused_beside(const struct fused_axis *a, const real *p, int64_t at, int64_t stride, int side);

/* Terms of R in addition to the uniform stencil on the nx nodes of the row (j, k), and whether there are any. */
bool fused_has_boundary(const struct fused *f, const struct step_data *data, int64_t j, int64_t k);
void fused_boundary(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k, real *r);

/* A strip: R on `rows` <= LANES rows from j after forward elimination along x: LANES rows of a column, then of the
 * next, up to a full vector. more: scratch of LANES rows. ahead: distance of the rows to prefetch. */
void fused_forward(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t rows,
                   int64_t k, int64_t ahead, real *more, real *strip);

/* rows: BLOCK rows from j, or as many as there are: back substitution along x of the GROUPS strips, then forward
 * elimination along y in this direction. `before` is the row before them in this direction, NULL if they are the first.
 * sum += sum r y of these rows. */
void fused_xy(const struct fused *f, const struct step_data *data, int64_t j, int64_t k, int direction,
              const real *strips, const real *before, real *rows, real *sum);

/* First pass on the units [from, to): d := R with all axes but the last one solved, but not divided, and the
 * ends of the last one set. A unit is a plane of a 3D grid or BLOCK rows of a 2D grid. Scratch is aligned, of as
 * many reals as _workspace returns. */
void fused_planes(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                  real *scratch);
void fused_rows(const struct fused *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                real *scratch);
int64_t fused_planes_workspace(const struct fused *f);
int64_t fused_rows_workspace(const struct fused *f);

/* Second pass: u += D on the tiles [from, to). */
void fused_tiles(const struct fused *f, real *u, int64_t from, int64_t to, real *scratch);
int64_t fused_tiles_workspace(const struct fused *f);
