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

/* x / (e^(x / y) - 1) by e = e^(x / y), and near 0, where that is 0 / 0, by y (1 - x / 2y). */
INLINE vec linear_over_exp(vec x, real y, vec e)
{
    const vec u = x * vec_all(1 / y), near_zero = vec_all(y) * (1 - u * vec_all(RC(0.5)));
    const vec_bits small = (vec_bits)((u < vec_all(sizeof(real) == 8 ? RC(1e-6) : RC(1e-3))) &
                                      (u > vec_all(sizeof(real) == 8 ? RC(-1e-6) : RC(-1e-3))));
    return vec_choose(small, near_zero, x / (e - 1));
}

/* A gate that opens at rate a and closes at rate b, after dt; dt == 0: at rest. */
INLINE vec gate_after(vec gate, vec a, vec b, real dt)
{
    const vec sum = a + b, rest = a / sum;
    return dt == 0 ? rest : rest + (gate - rest) * vec_exp(sum * vec_all(-dt));
}
