/* The data of pointwise steps, and the functions that their files share. */
#pragma once
#include "apps/adi/fused/fused.h"
#include "apps/adi/pointwise/pointwise.h"

/* Row i of M along an axis, of the point p, times C_p: C_p + loss_i + weight_i (k_before + k_after) on the diagonal,
 * -weight_i k_before and -weight_i k_after next to it. */
struct pointwise_axis {
    int64_t n;
    bool cyclic, fixed[2]; /* fixed: a Dirichlet end */
    const real *link;      /* [points] k to the next point, 0 beyond a bounded end */
    real *weight, *loss;   /* [n], times c = theta dt */
};

/* Lines of the last axis that are solved together: `columns` neighbours in a plane, which is a row in 2D. Arrays in the
 * order of tiles, [count][n][columns], are read from beginning to end. */
struct pointwise_tiles {
    int64_t plane, columns, count, size; /* plane: points of one; size: of a tile */
};

struct pointwise {
    const struct stencil *op;
    struct pointwise_axis axis[3];
    int last;    /* the axis that the second pass solves */
    int64_t row; /* length of a row of scratch: a multiple of a cache line */
    struct pointwise_tiles tiles;
    int64_t units;           /* of the first pass: planes, or blocks of rows of the only one */
    int64_t scratch_size[2]; /* reals of scratch of one thread in each pass */
    real *table, *scratch;
    real *capacity;         /* [points] C */
    real *d, *link, *pivot; /* in the order of tiles: d: C times the solution of all axes but the last; link, pivot:
                               links and 1 / p of the last axis, p in the order of the elimination */
};

/* r [nx] := R times C, the right side of a step, on the row (j, k). */
void pointwise_inflow(const struct pointwise *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                      real *r);

/* Solves the lines along x of `rows` <= BLOCK rows from point p on, with right sides times C, in r [BLOCK][row]. g, e:
 * scratch like r. */
void pointwise_x(const struct pointwise *f, int64_t p, int64_t rows, real *r, real *g, real *e);

/* First pass on the units [from, to): all axes but the last one, into d. Scratch is aligned, of as many reals as
 * _workspace returns. */
void pointwise_planes(const struct pointwise *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                      real *scratch);
void pointwise_rows(const struct pointwise *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                    real *scratch);
int64_t pointwise_planes_workspace(const struct pointwise *f);
int64_t pointwise_rows_workspace(const struct pointwise *f);

/* The pivots of the tiles [from, to). Scratch as for the second pass. */
void pointwise_pivots(const struct pointwise *f, int64_t from, int64_t to, real *scratch);

/* Second pass: u += D on the tiles [from, to). */
void pointwise_tiles(const struct pointwise *f, real *u, int64_t from, int64_t to, real *scratch);
int64_t pointwise_tiles_workspace(const struct pointwise *f);
