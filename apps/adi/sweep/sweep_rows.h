/* The pass over a grid of one row in each plane, as a 2D grid is once its axes are exchanged: LANES rows along x are
 * taken together, in the order of the step, and in place. */
#pragma once
#include "apps/adi/sweep/sweep_data.h"

/* LANES rows of a run. Those with another row of the run after them are `inside`; `count` are there. Where a group is
 * not `general`, all are there and inside, all are read in one form and written in one, and have only terms of lines.
 */
struct sweep_group {
    bool general;
    int64_t count, inside;
    int64_t stride; /* from row to row, in the order of the run */
    /* u of the first row, eta of those after it. sweep_rows_front makes u of them, up to one row beyond the group, and
     * sweep_rows_turn makes eta of the group. */
    real *row;
    real *before;      /* u of the row before the first, then of the last */
    real *carry;       /* and eta - u of that row */
    real *strip;       /* LANES columns, after a margin */
    const real *after; /* u after the last row of the run, or NULL */
    const real *far, *was, *moved, *near, *ahead;
    real *sum;                       /* or NULL */
    enum eta_form read, write;       /* of the rows after these, and of these */
    real g[LANES], e[LANES];         /* of the row after each */
    real north[LANES], south[LANES]; /* dt L to the row after each and before it */
    /* eta - u is the sum of v, the differences of u to the rows after and before, and eta - u before, times these. */
    real of_v[LANES], of_north[LANES], of_south[LANES], follow[LANES];
    real gamma[LANES], one[LANES];
    bool x_fixed[2];
    real x_rest[2], add[2][LANES], held[2][LANES]; /* at the ends of x: of L, to R, and prescribed u */
    /* Only where `general`: */
    enum eta_form reads[LANES], writes[LANES];
    real rest[LANES];
    const real *more;        /* rows to add to R, or NULL */
    const real *wall;        /* u of the last row of the run where it is prescribed, or NULL */
    const real *lift[LANES]; /* a row to add to eta, or to set it to where `lift_fixed`; or NULL */
    bool lift_fixed[LANES];
};

/* u of the rows after these, R, and its elimination along x into the strip. */
void sweep_rows_front(const struct adi_sweep *f, const struct sweep_group *g);

/* Back substitution along x, and elimination along the axis of the run. */
void sweep_rows_turn(const struct adi_sweep *f, const struct sweep_group *g);
