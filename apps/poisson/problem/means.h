/* Axes with coefficients whose direct solution is close to that of coefficients that vary along several axes. */
#pragma once
#include "apps/poisson/problem/coefficients.h"

/* Fills the axes of a box that has coefficients: the tridiagonal one with links and eps that are geometric means over
 * its planes, and means of q; others with links that do not contain eps. The matrix of these means and that of the
 * coefficients are spectrally equivalent: the quotient of their forms lies between the least and the largest ratio of a
 * link to its mean, on any grid. Also notes the stiffness. */
enum status means_fill(struct box *b, const struct poisson_params *p);
