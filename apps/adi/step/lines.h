/* Solving M_d v = r along every line of an axis, through any registered solver of tridiagonal systems.
 *
 * M_d = I - theta dt L_d has a dominant diagonal, so that no pivot can vanish. Shared matrices are factored
 * once and used for all lines. Others are either assembled again for each solve, 3 numbers a point that every
 * axis writes to the same memory, or assembled and factored once, at the price of matrices and factors of all axes. */
#pragma once
#include "apps/adi/step/backend.h"
#include "base/timer.h"
#include "solvers/cut.h"
#include "solvers/solver.h"

struct lines {
    const struct backend *backend; /* of the space of op */
    const struct stencil *op;
    bool keep;              /* factored once */
    double c;               /* theta dt of the matrices */
    double bytes;           /* that the solves along all axes move, on one rank */
    struct plan *plan[3];   /* NULL along an axis of one node, or where this rank has no lines */
    struct outcome outcome; /* of the last solve, on the host: the device would wait for it */
    real *matrix[3];        /* per point: lower, diag and upper, [points] each; all the same array unless kept */
};

/* The scheme by which ranks solve lines that are cut, and whether matrices are factored once. */
struct lines_choice {
    enum cut_scheme scheme;
    bool factor_once;
};

/* The systems along an axis of the nodes of this rank; of lines that are cut it has some rows. `keep`: factored once.
 */
struct shape lines_shape(const struct grid *g, int axis, bool shared, bool keep, enum cut_scheme scheme);

/* Collective over the ranks of the grid, and agreed. On failure lines_free still cleans up. `op` is borrowed. */
enum status lines_make(struct lines *l, const struct stencil *op, const struct solver *solver, const void *options,
                       struct lines_choice choice);
void lines_free(struct lines *l);

/* Takes over theta dt, and what stencil_implicit made of it: matrices and factors, charged to the clock. Collective,
 * and agreed. */
enum status lines_factor(struct lines *l, double c, struct clock *clock);

/* Right sides in x, [points], become solutions. Collective along the axis that ranks cut, but not agreed: ranks go on
 * to the end of a step before they look at the status. */
enum status lines_solve(struct lines *l, int axis, real *x, struct clock *clock);

/* Bytes that the solves along all axes move, assembling included. */
double lines_bytes(const struct lines *l);
