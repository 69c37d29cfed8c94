/* A problem as the system that a solver takes: one form for each kind of solver.
 *
 * tridiag      the matrix row by row, as the finite volumes give it: any p, q, ends and grid.
 * recurrence   the matrix in bidiagonal factors that are known beforehand, so that a solve is two recurrences (P.
 *              Stpiczynski, the paper of configs/bvp/paper.cfg, section II, where p = 1, q = 0, u'(0) = u(1) = 0):
 *     q = 0                        A = L S^-1 R with -1 next to the unit diagonals: S L^-1 d is the flow through each
 *                                  interval over its link, and R^-1 adds up these differences of u. Any p and grid; S
 *                                  is gone where all links are equal. Nothing of p is rounded into row sums, which
 *                                  makes this far more accurate on fine grids.
 *     p, q numbers, uniform grid   r A = L R with -r, r + 1/r = 2 + h^2 q / p (Toeplitz). r is rounded: q is met to
 *                                  about eps N / (sqrt(q / p) (upper - lower)).
 * A itself differs from these in its first and its last diagonal element, unless the lower end is Neumann and the upper
 * one Dirichlet: end_correction.h. Where only the upper end is Neumann rows are numbered from there. */
#pragma once
#include "apps/bvp/equations/end_correction.h"
#include "apps/bvp/problem/problem.h"
#include "solvers/solver.h"

enum { COEFFICIENTS = 3 };

struct equations {
    struct bvp_problem *problem;
    const struct equation_form *form;
    real *coefficient[COEFFICIENTS]; /* [rows] of this rank each; tridiag: lower, diag, upper; recurrence: scale, or
                                        none */
    real *x;                         /* [rows] right side and solution */
    double beside[2];                /* the unknowns before and after those of this rank, of a solution */
    bool turned;                     /* row i is the i-th unknown from the upper end */
    int64_t info;
    struct end_correction ends; /* recurrence */
    struct system system;
};

struct equation_form {
    /* ST_REFUSED with a sentence if this problem does not become such a system on a grid of so many intervals. */
    enum status (*fits)(const struct bvp_params *p, int64_t intervals);
    int (*coefficients)(const struct bvp_params *p); /* how many arrays of them there are */
    enum status (*matrix)(struct equations *e);
    enum status (*right)(struct equations *e); /* x: the right side. Collective */
};

extern const struct equation_form form_tridiag, form_recurrence;
const struct equation_form *form_of(enum kind kind);

/* The shape of the rows of this rank. */
struct shape equations_shape(const struct bvp_params *p, enum kind kind, const struct bvp_part *part);

/* Allocates all arrays. On failure equations_free still cleans up. `problem` is borrowed. */
enum status equations_make(struct equations *e, struct bvp_problem *problem, enum kind kind);
void equations_free(struct equations *e);

/* u at a node of this rank or next to these, also where it is prescribed. */
static inline double equations_value(const struct equations *e, int64_t node)
{
    const struct bvp_problem *const b = e->problem;
    const int64_t k = node - b->first, i = node - b->part.first, rows = b->part.rows;
    if (k < 0 || k >= b->unknowns) return b->end[k >= 0].outside;
    if (i < 0 || i >= rows) return e->beside[i >= 0];
    return (double)e->x[e->turned ? rows - 1 - i : i];
}
