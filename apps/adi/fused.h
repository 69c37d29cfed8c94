/* What the files of the fused step share. */
#pragma once
#include "apps/adi/step.h"
#include "solvers/tridiag/simd.h"

enum { BLOCK = 2 * LANES }; /* rows whose lines along x are solved together */

/* One axis. An axis of one node has L = 0, M = I and no faces, and needs no other care.
 *
 * L is kept as differences: lower (u_{i-1} - u_i) + upper (u_{i+1} - u_i) + rest u_i, with 0 for a neighbour
 * that is not there. M is kept as its factors; a line of it with the right side d is solved by
 *     y_i = w_i d_i + l_i y_{i-1}                     upwards
 *     y_{n-1} += sum r_i y_i                          if cyclic
 *     x_i = y_i + h_i x_{i+1} + e_i x_{n-1}           downwards, the last term if cyclic */
struct axis {
    int64_t n;
    bool skipped, cyclic, fixed[2];      /* fixed: a Dirichlet end */
    bool rests;                          /* rest is not 0 everywhere */
    real *lower, *upper, *rest;          /* of L */
    real *dt_lower, *dt_upper, *dt_rest; /* of dt L */
    real *w, *l, *r, *h, *e;
};

/* Lines of the last axis that are solved together: `rows` whole rows along x of a plane, or part of one row,
 * `columns` of it. d holds tile after tile, and in a tile the planes in order, so that each pass meets long runs. */
struct tiles {
    int64_t rows, columns;
    int64_t across, count; /* tiles in a row, in all */
    int64_t size;          /* reals from tile to tile of d */
};

struct fused {
    struct exec exec;
    struct axis axis[3];
    int last;    /* the axis solved by the second pass: z, or y of a plane */
    int64_t row; /* length of a row of scratch: whole cache lines */
    int64_t ld;  /* distance of rows whose lines along x are solved together */
    struct tiles tiles;
    int64_t units;   /* of the first pass: planes, or blocks of rows of the only one */
    int64_t room[2]; /* reals of scratch of one thread in each pass */
    real *table, *d, *scratch;
};

static inline int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Where d holds the part `p` of the row j, at `at` of the last axis; j = 0 if that axis is y. */
static inline real *tile_row(const struct fused *f, int64_t at, int64_t j, int64_t p)
{
    const struct tiles *const t = &f->tiles;
    return f->d + (j / t->rows * t->across + p) * t->size + (at * t->rows + j % t->rows) * t->columns;
}

/* Takes over one line operator. ST_REFUSED if a pivot vanishes, with a sentence that calls the axis `name`. */
enum status axis_factor(struct axis *a, const struct line_operator *op, char name);

/* R on the row (j, k), its ends as the x stage is given them: nx values, then zeros up to a whole vector. */
void fused_rhs(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k, real *r);

/* Solves BLOCK lines along x in place: rows at distance ld, aligned, zeros up to a whole vector. */
void fused_x(const struct axis *x, real *block, int64_t ld);

/* First pass: d := R with all axes but the last one solved and the ends of the last one set; a plane of a 3D
 * grid, or BLOCK rows of a 2D grid from row j. Scratch is aligned, of as many reals as _room says. */
void fused_plane(const struct fused *f, const struct step_data *data, const real *u, int64_t k, real *scratch);
void fused_rows(const struct fused *f, const struct step_data *data, const real *u, int64_t j, real *scratch);
int64_t fused_plane_room(const struct fused *f);
int64_t fused_rows_room(const struct fused *f);

/* Second pass: u += D on one of the tiles. */
void fused_tile(const struct fused *f, real *u, int64_t tile, real *scratch);
int64_t fused_tile_room(const struct fused *f);
