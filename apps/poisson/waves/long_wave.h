/* The line of one wave, in double, whatever the precision of the run: for waves whose systems are singular, or so
 * nearly that working precision loses their solutions. */
#pragma once
#include "apps/poisson/problem/axis.h"

/* Waves with a shift below this are long: rounding of the diagonal, eps times its largest value, is more than sqrt(eps)
 * of the terms that make their systems regular: the shift, q, and ends that prescribe u. */
double long_wave_limit(const struct axis *a);

/* line[unknowns]: in, the right side of -(eps u')' / eps + (q / eps + shift) u = r; out, u. work[2 unknowns]. If
 * nothing fixes the level of u, it is 0 at the last unknown. */
void long_wave_solve(const struct axis *a, double shift, double *line, double *work);

/* Solves for the constant wave, if nothing fixes the level of u: the mean of r with weights eps volume is 0 but for
 * rounding, and that of u over the axis becomes `mean`. */
void constant_wave_solve(const struct axis *a, double mean, double *line, double *work);
