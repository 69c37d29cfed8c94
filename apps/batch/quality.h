/* The quality of solutions of systems whose exact solution is not known: each is compared with elimination with partial
 * pivoting in the same precision. */
#pragma once
#include "apps/batch/instance.h"
#include "solvers/tridiag/gallery/verdict.h"

/* A system that is not flagged is wrong if its backward error is above the bound of base/result/residual.h, and solved
 * if each row of it is below that bound: |d - T x| <= bound (|T| |x| + |d|), row by row. Between them it is as
 * verdict.h has it, where elimination with partial pivoting solves the system, and solved where it does not. */
struct quality {
    int64_t systems, count[VERDICT_WRONG + 1]; /* of each verdict */
    int64_t worst;                             /* system of the largest backward error, or -1 */
    int64_t singular;                          /* systems of which quality_singular is true */
    bool checked;                              /* does the plan check, so that the condition is known? */
    double error; /* largest |x - 1| where all unknowns should be 1, of systems that are not flagged; else NaN */

    /* [systems] of each: max |d - T x| / (|T| |x| + |d|) in the maximum norm, infinite where x is not finite; |d - T x|
     * / |d| in the Euclidean norm; that of elimination with partial pivoting, infinite where it does not solve it; the
     * lower bound of the condition number by a plan that checks, else NaN; enum verdict; info of the method. */
    double *backward, *residual, *reference, *condition;
    int64_t *verdict, *info;
};

enum status quality_make(struct quality *v, int64_t systems);
void quality_free(struct quality *v);

/* Measures x->host, with x->info: each rank its own systems. Collective and agreed over the ranks of x, and the same on
 * all. ST_NOMEM. */
enum status quality_measure(struct quality *v, const struct batch_instance *x);

/* Is the condition number of system s, which is not flagged, at least 1 / eps? Rounding of its numbers may then change
 * all digits of its solution, however small the backward error is. */
bool quality_singular(const struct quality *v, int64_t s);

/* The larger backward error of systems that are not flagged; 0: there is none. */
double quality_backward(const struct quality *v);
