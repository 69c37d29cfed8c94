/* The difference operators of the heat equation: for the row of node i on a line along axis d
 *
 *     (L_d u)_i = w_i / C_i * (k_{i-1/2} (u_{i-1} - u_i) + k_{i+1/2} (u_{i+1} - u_i)) - loss_i u_i
 *
 * k is the conductivity between two neighbours over h^2: harmonic along the edge, where heat flows in series, and
 * averaged over the face that it crosses; C is averaged over the cell of a node (material/averages.h). w is 2 where the
 * node owns half a cell, and 0 at a Dirichlet end. loss = 2 H / (C h) at a Robin end with transfer coefficient H. Where
 * all lines of an axis are equal they share one row of n numbers; otherwise k and 1/C are kept at every point and
 * matrices are assembled from them. */
#pragma once
#include "apps/adi/problem/grid.h"
#include "apps/adi/problem/params.h"
#include "apps/adi/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

struct stencil {
    const struct grid *grid;
    struct exec exec; /* of loops over the grid. DEVICE: the arrays are those of device_state.h */
    int threads;      /* of formulas: a node of a formula takes as long as ten nodes of a loop */
    bool shared;
    struct line_operator line[3]; /* shared; M for the last stencil_implicit */
    real *link[3];                /* per point: k to the next point along the axis, 0 beyond a bounded end */
    real *inverse_capacity;       /* per point: 1/C */
    real *weight[3];              /* [n] */
    double capacity;              /* shared: C */
    double exchange[3][2];        /* 2 H / h at a Robin end: the loss times C */
};

/* Makes coefficients per point at the nodes that the rank knows (grid.h). Coefficients must be greater than 0, else
 * ST_CONFIG and a sentence with the place. On failure stencil_free still cleans up. */
enum status stencil_make(struct stencil *op, const struct grid *grid, const struct adi_params *p, struct exec exec,
                         struct nodes_workspace *workspace);
void stencil_free(struct stencil *op);

/* The part of stencil_make for coefficients kept at every point. */
enum status stencil_make_per_point(struct stencil *op, const struct adi_params *p, struct nodes_workspace *workspace);

/* The six arrays of an axis, one after the other from l_lower on. */
static inline struct line_operator line_operator_at(real *block, int64_t n)
{
    const struct line_operator l = {block, block + n, block + 2 * n, block + 3 * n, block + 4 * n, block + 5 * n};
    return l;
}

/* One row of L_d, in double. */
struct stencil_row {
    double lower, diag, upper;
};
struct stencil_row stencil_row(const struct stencil *op, int axis, int64_t i, int64_t point);

static inline EITHER_SPACE double stencil_inverse_capacity(const struct stencil *op, int64_t point)
{
    return op->shared ? 1 / op->capacity : (double)op->inverse_capacity[point];
}

/* M_d = I - c L_d of every axis, c = theta dt, into op->line. */
void stencil_implicit(struct stencil *op, double c);

/* M_d of every line of one axis, [points] each, element by element where the field has its points: those of this rank.
 */
void stencil_assemble(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper);
void stencil_assemble_device(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper);

/* One row of M_d between links to the neighbours before and after; c: theta dt times the weight of the node. */
struct matrix_row {
    real lower, diag, upper;
};
static inline EITHER_SPACE struct matrix_row stencil_matrix_row(real c, real inverse_capacity, real before, real after)
{
    const real lower = c * inverse_capacity * before, upper = c * inverse_capacity * after;
    const struct matrix_row row = {-lower, 1 + lower + upper, -upper};
    return row;
}

/* The inflow from both neighbours. It is computed from differences, not as three products: a constant field gives
 * exactly 0, and float loses no digits to u itself. */
static inline EITHER_SPACE real stencil_inflow(real lower, real upper, real before, real here, real after)
{
    return lower * (before - here) + upper * (after - here);
}

/* Point of the neighbour before i on its line; the other end before the first. */
static inline EITHER_SPACE int64_t stencil_before(const struct grid *g, int axis, int64_t i, int64_t point)
{
    const int64_t stride = grid_stride(g, axis);
    return i ? point - stride : point + (g->n[axis] - 1) * stride;
}

#ifdef __cplusplus
}
#endif
