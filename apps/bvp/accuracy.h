/* Accuracy of a solution: residual and errors. */
#pragma once
#include "apps/bvp/kept.h"

struct bvp_accuracy {
    double residual; /* largest |f - A u| of a row, over the sum of |A| of that row times the largest |u|, plus |f| */
    double min, max; /* of u */
    double largest;  /* |u|, also outside of the ends */
    double error, error_rms; /* largest and mean square difference to the exact answer, over that of the answer; the
                                mean over the domain */
    double error_slope;      /* as `error`, of differences of neighbours over their interval */
};

/* Fills `probe`, u at each probe of the problem, and, unless it is NULL, kept: its nodes of this rank, on rank 0 all.
 * Collective and agreed over the ranks of x: ST_FAILED if a value is not finite. */
enum status bvp_accuracy_measure(struct bvp_instance *x, struct bvp_accuracy *out, double *probe,
                                 const struct kept *kept);

/* The largest residual allowed for a solution: one rounding per row more than the bound for all applications, because
 * errors of recurrences and of pivoting add up along the rows; at most 0.01. */
double bvp_residual_bound(const struct bvp_instance *x);
