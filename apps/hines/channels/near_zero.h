/* Rates x / (1 - e^(-x / scale)) at and near x = 0, where they are 0 / 0. */
#pragma once
#include "apps/hines/channels/polynomial.h"

/* A rate as a quotient: one division then gives several quotients. */
struct quotient {
    vec above, below;
};

/* u / (1 - e^-u) is 1 + u / 2 + u^2 / 12 - u^4 / 720 + ..., u = x / scale: where x is less than `width` in size, a
 * quarter of the scale at most, `value` times it over 1 takes the place of q. */
INLINE void near_zero(struct quotient *q, vec x, real width, real scale, real value)
{
    const vec u = x * vec_all(1 / scale), z = u * u;
    vec p = vec_all(1 / RC(47900160.0)) * z + vec_all(-1 / RC(1209600.0));
    p = p * z + vec_all(1 / RC(30240.0));
    p = p * z + vec_all(-1 / RC(720.0));
    p = p * z + vec_all(1 / RC(12.0));
    p = p * z + 1;
    p = u * vec_all(RC(0.5)) + p;
    const vec_bits near = (vec_bits)(vec_size(x) < vec_all(width));
    q->above = vec_choose(near, p * vec_all(value), q->above);
    q->below = vec_choose(near, vec_all(1), q->below);
}
