/* Block-tridiagonal systems to try methods on, with their answer by dense elimination. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "solvers/solver.h"

struct blocktri_case {
    const char *name;
    enum question question;
    int64_t n, block;
    double shift;
    int64_t *start; /* A by rows, as in struct matrix */
    int32_t *column;
    real *value;
    struct model *model; /* of a cloud queue, and its order; or NULL */
    int32_t *order;
    int64_t band; /* in that order, or in the order of rows */
    real *b;
    bool tridiagonal; /* are all diagonal blocks? */
    bool symmetric;   /* positive definite */
    double *exact;    /* [n], or NULL for large ones */
    double inverse;   /* with exact: the 1-norm of A^-1, for STATIONARY on vectors whose sum is 0 */
    double determinant;
};

/* The first is the example of 9 rows of Yang, Li, Li 2017, section 5.2, with a right side for x = 1, 2, ..., 9; the
 * last one is worth several threads. */
enum { BLOCKS_PAPER, BLOCK_CASES = 18, BLOCKS_LARGE = BLOCK_CASES - 1 };

void blocktri_case_make(struct blocktri_case *s, int which, uint64_t *seed);
void blocktri_case_free(struct blocktri_case *s);

/* Fills exact, inverse and determinant; 2 n^3 steps. */
void blocktri_case_solve(struct blocktri_case *s);

/* ||b - A x||_1, A of a chain with a diagonal that makes all columns sum to the shift without an error; *scale: the
 * reference of a residual. x [n] is value 2^exponent, exponent [n] or NULL. */
double blocktri_case_residual(const struct blocktri_case *s, const real *x, const int32_t *exponent, double *scale);
/* ||x - exact||_1. */
double blocktri_case_error(const struct blocktri_case *s, const real *x, const int32_t *exponent);
