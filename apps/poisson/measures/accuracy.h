/* The error of a solution against an exact answer; in double. */
#pragma once
#include "apps/poisson/measures/measures.h"

struct poisson_accuracy {
    double error, error_rms; /* largest |u - exact| over the largest |exact|; rms over rms; NaN: no exact answer */
};

/* Measures the error of x->u for the data of the last instance_at; r: the residual of the solution. ST_FAILED if u is
 * not finite somewhere. */
enum status poisson_accuracy_measure(struct instance *x, const struct residual *r, struct poisson_accuracy *out);
