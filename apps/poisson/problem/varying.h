/* Finds out whether the coefficients of a problem are such that one direct solution cannot take them. */
#pragma once
#include "apps/poisson/problem/params.h"

/* *out: do eps or q vary along another axis than the tridiagonal one, or has another axis a Robin face while eps
 * varies? ST_CONFIG if a dataset cannot be read, and for the values of a problem that poisson_check has not seen. */
enum status varying_wanted(bool *out, const struct poisson_params *p);

/* Can ranks share the problem? A velocity that is projected is all on one rank, and so are iterations. */
bool poisson_can_share(const struct poisson_params *p);
