/* How well a solution satisfies the difference equations, and how near it is to an exact answer; in double. */
#pragma once
#include "apps/poisson/instance.h"

struct poisson_accuracy {
    double unit;      /* that u and f are multiplied by in what follows: 1, or less where numbers would overflow */
    double off;       /* largest |f - div(eps grad u) + q u|, f with what faces add and less what was removed */
    double largest_f; /* of the same f */
    double largest_u;
    double stiffness;        /* largest eps / h^2 of an axis, or q */
    double error, error_rms; /* largest |u - exact| over the largest |exact|; rms over rms; NaN: no exact answer */
};

/* For the data of the last instance_at. ST_FAILED if u is not finite somewhere. */
enum status poisson_accuracy_measure(struct instance *x, struct poisson_accuracy *out);

/* The residual `off` over max(|f|, |u| eps / h^2); HUGE_VAL if these are too large for a number. */
static inline double poisson_residual(const struct poisson_accuracy *v)
{
    const double size = v->stiffness * v->largest_u;
    return residual_relative(v->off, size > v->largest_f ? size : v->largest_f);
}
