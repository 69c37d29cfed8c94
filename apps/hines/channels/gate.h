/* What kernels of channels share: the potentials at their nodes, steps of gates, and sums of currents. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/vec_exp.h"

/* Are these the nodes of channels that lie side by side? */
INLINE bool are_neighbours(const int32_t *node)
{
    bool yes = true;
    for (int l = 1; l < LANES; l++) yes = yes && node[l] == node[0] + l;
    return yes;
}

INLINE vec node_values(const real *at, const int32_t *node, bool neighbours)
{
    vec v;
    if (neighbours) return vec_load(at + node[0]);
    for (int l = 0; l < LANES; l++) v[l] = at[node[l]];
    return v;
}

INLINE void add_to_nodes(real *at, const int32_t *node, bool neighbours, vec what)
{
    if (neighbours) vec_store(at + node[0], vec_load(at + node[0]) + what);
    else
        for (int l = 0; l < LANES; l++) at[node[l]] += what[l];
}

/* A rate as a quotient: one division then gives two quotients. */
struct quotient {
    vec above, below;
};

/* x / (e^(x / y) - 1) by e = e^(x / y), and near 0, where that is 0 / 0, by y (1 - u / 2 + u^2 / 12), u = x / y. */
INLINE struct quotient linear_over_exp(vec x, real y, vec e)
{
    const vec u = x * vec_all(1 / y);
    const vec series = vec_all(y) * (1 + u * (u * vec_all(1 / RC(12.0)) - RC(0.5)));
    const real near = sizeof(real) == 8 ? RC(1e-3) : RC(3e-2);
    const vec_bits small = (vec_bits)(u < vec_all(near)) & (vec_bits)(u > vec_all(-near));
    return (struct quotient){vec_choose(small, series, x), vec_choose(small, vec_all(1), e - 1)};
}

/* A gate that opens at the rate a and closes at b, b whole: where it rests, and the sum of the rates. */
struct relaxation {
    vec rest, sum;
};

/* a / b + c has the reciprocal b / (a + b c): one division for both. */
INLINE struct relaxation relax(struct quotient a, vec b)
{
    const vec total = a.above + b * a.below, inverse = 1 / (a.below * total);
    return (struct relaxation){a.above * a.below * inverse, total * total * inverse};
}

/* After dt; dt == 0: at rest. */
INLINE vec gate_after(vec gate, struct relaxation r, real dt)
{
    const vec exponent = r.sum * vec_all(-dt);
    const vec left = vec_choose((vec_bits)(exponent > vec_all(-EXP_MOST)), exponent, vec_all(-EXP_MOST));
    return dt == 0 ? r.rest : r.rest + (gate - r.rest) * vec_exp_within(left);
}
