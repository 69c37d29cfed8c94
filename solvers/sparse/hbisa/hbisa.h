/* The hybrid blocked iterative scheme (HBISA): diagonal blocks solved directly, by any method for tridiagonal systems,
 * the coupling between them iterated. With A = L + D + U, a sweep takes the blocks colour by colour, those of one
 * colour together:
 *
 *     r_j = b_j - L_j x_(j-1) - U_j x_(j+1)     D_j y_j = r_j     x_j = x_j + damping (y_j - x_j)
 *
 * One colour: block Jacobi, equations (5), (6). A colour for each block: block Gauss-Seidel, (7). Two, even blocks and
 * odd ones: Gauss-Seidel in a red-black order, in two parallel steps.
 *
 * W. Yang, K. Li, K. Li, A parallel solving method for block-tridiagonal equations on CPU-GPU heterogeneous computing
 * systems, Journal of Supercomputing 73 (2017), section 4. Their Algorithm 1 solves before it computes the new r, so
 * that it would stop after two sweeps with D^-1 b; here r is computed first. Their lemma, convergence if and only if
 * the spectral radius of D^-1 (L + U) is below 1, holds for Jacobi if D is regular, which does not follow from A being
 * so.
 *
 * STATIONARY: b = 0, D is an M-matrix, and x is divided by its sum after each sweep, or corrected by aggregation.h
 * before each and divided once. Converges for irreducible chains but for undamped Jacobi: a block-tridiagonal matrix is
 * 2-cyclic, with 1 also -1 is an eigenvalue of D^-1 (L + U). A sweep: 2 flops an entry of L and U and 5 a row of D;
 * their bytes, and 6 values a row. */
#pragma once
#include "solvers/sparse/convergence.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hbisa_options {
    struct convergence stop;
    double damping; /* of those that have the row for it */
    bool aggregation;
    char *inner;
};

/* The order in which blocks are solved; solver->variant points to it, on the host and on the device. */
struct hbisa_order {
    int64_t (*colours)(const struct shape *shape);
    bool damped; /* by the option */
};
extern const struct hbisa_order hbisa_jacobi, hbisa_gauss_seidel, hbisa_red_black;

/* plan->priv. Colour c: blocks c, c + colours, ... */
struct hbisa {
    int64_t colours;
    double damping;
    struct plan *inner[2]; /* of each colour, factored; more colours: [0], of one block, that eliminates as it solves */
};

/* Rows of option tables: of all, of Jacobi, and of those that leave the diagonal blocks to a tridiagonal method. */
#define HBISA_ROWS \
    STOP_ROWS(struct hbisa_options, stop, "100000"), \
    { \
        .key = "aggregation", \
        .help = "true: correct the mass of all levels before each sweep; stationary chains only", .type = OPT_BOOL, \
        .offset = offsetof(struct hbisa_options, aggregation), .default_value = "false" \
    }

#define HBISA_DAMPING \
    { \
        .key = "damping", .help = "share of a sweep's change that is taken; 1: all of it, not for stationary chains", \
        .type = OPT_REAL, .offset = offsetof(struct hbisa_options, damping), .min = 1e-3, .max = 1, \
        .default_value = "1" \
    }

#define HBISA_INNER(method) \
    { \
        .key = "inner", .help = "tridiagonal method that solves the diagonal blocks", .type = OPT_TEXT, \
        .offset = offsetof(struct hbisa_options, inner), .default_value = method \
    }

/* Can sweeps solve systems of this shape with these options? ST_REFUSED if not. */
enum status hbisa_accepts(const struct solver *self, const struct shape *shape, const struct hbisa_options *o);

/* The share of a sweep's change that is taken. */
static inline double hbisa_damping(const struct solver *self, const struct hbisa_options *o)
{
    return ((const struct hbisa_order *)self->variant)->damped ? o->damping : 1;
}

static inline int64_t hbisa_colours(const struct solver *self, const struct shape *shape)
{
    return ((const struct hbisa_order *)self->variant)->colours(shape);
}

/* The hooks of a solver whose `variant` is an hbisa_order, and the cost of one sweep, for those on the device too. */
extern const struct solver_hooks hbisa_hooks;
struct cost hbisa_cost(const struct solver *self, const struct shape *shape, const void *options);

#ifdef __cplusplus
}
#endif
