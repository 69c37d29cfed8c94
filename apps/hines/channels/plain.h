/* A step of channels whose rates are given as they are printed in papers, with an exponential for each: some 3 ns per
 * gate, where advance.h takes 1.5, but a published channel is one page. A type gives its formulas, which the compiler
 * puts into the one loop here. Each lane has the same bits whatever its neighbours are, and in both spaces: `+ 0`
 * rounds a product that is added to, so that compilers agree on which operations they fuse.
 *
 * A gate that opens at the rate a and relaxes at the rate S = a + b goes on exactly by gate += (a - S gate) dt phi(S
 * dt), where phi(s) = (1 - e^-s) / s. A gate given by its rest and its time constant has S = 1 / tau and a = rest /
 * tau. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/near_zero.h"
#include "apps/hines/channels/nodes.h"
#include "apps/hines/channels/phi.h"

/* A vector of membranes: mV, and mM of calcium inside, which is 0 where the type does not read it. */
struct plain_membrane {
    vec v, calcium;
};

/* The formulas of a type. Rates are 1/ms at the temperature of the source. */
struct plain_formulas {
    int gates, currents;
    bool reads_calcium;
    unsigned calcium; /* a bit for each current that calcium carries */
    real limit;       /* mV; beyond it rates are those at it */
    void (*rates)(const struct plain_membrane *m, vec *opens, vec *sum);
    void (*multiply)(vec *current, const vec *gate); /* the product of gates of each current */
};

/* x / (1 - e^(-x / scale)), which is `scale` where x is 0. */
INLINE vec plain_linear(vec x, real scale)
{
    struct quotient q = {x, 1 - vec_exp(x * vec_all(-1 / scale))};
    near_zero(&q, x, scale / 8, scale, scale);
    return q.above / q.below;
}

/* 1 / (1 + e^(-x / scale)) */
INLINE vec plain_rise(vec x, real scale)
{
    return 1 / (1 + vec_exp(x * vec_all(-1 / scale)));
}

/* Advances gates by `step`, dt times the temperature factor, or puts them at rest. */
INLINE void plain_gates(const struct plain_formulas *t, const struct channel_run *r, int64_t k, vec step, vec *gate)
{
    const vec v = vec_between(-t->limit, nodes_load(r->v, r->node + k, false), t->limit);
    const struct plain_membrane m = {v, t->reads_calcium ? nodes_load(r->calcium, r->node + k, false) : vec_all(0)};
    vec opens[CHANNEL_GATES], sum[CHANNEL_GATES];
    t->rates(&m, opens, sum);
    for (int g = 0; g < t->gates; g++) {
        const vec s = sum[g] * step, open = opens[g] * step + 0, now = vec_load(r->gate[g] + k);
        gate[g] = r->dt == 0 ? opens[g] / sum[g] : now + (open - s * now) * phi_far(s);
        vec_store(r->gate[g] + k, gate[g]);
    }
}

INLINE void plain_add(real *to, const int32_t *node, vec x)
{
    nodes_store(to, node, false, nodes_load(to, node, false) + x);
}

INLINE void plain_currents(const struct plain_formulas *t, const struct channel_run *r, int64_t k, const vec *gate)
{
    const int32_t *const node = r->node + k;
    const vec area = vec_load(r->area + k);
    vec open[CHANNEL_CURRENTS], g = vec_all(0), ge = vec_all(0);
    t->multiply(open, gate);
    for (int c = 0; c < t->currents; c++) {
        const bool nernst = r->nernst >> c & 1;
        const vec one = area * open[c] * vec_all(r->g[c]) + 0;
        const vec with = one * (nernst ? nodes_load(r->calcium_e, node, false) : vec_all(r->e[c])) + 0;
        g = g + one, ge = ge + with;
        if (!r->calcium_g || !(t->calcium >> c & 1)) continue;
        plain_add(r->calcium_g, node, one);
        plain_add(r->calcium_ge, node, with);
    }
    plain_add(r->diag, node, g);
    plain_add(r->right, node, ge);
}

INLINE void plain_one(const struct plain_formulas *t, const struct channel_run *r, int64_t k)
{
    vec gate[CHANNEL_GATES];
    plain_gates(t, r, k, vec_all(r->rate * r->dt), gate);
    plain_currents(t, r, k, gate);
}

/* Defines `run` of a type whose formulas are in the table of this name: on the device a thread takes a channel. */
#ifdef __cplusplus
#define PLAIN_RUN(formulas) \
    static __global__ void advance(const __grid_constant__ struct channel_run r) \
    { \
        const int64_t k = lane_here(); \
        if (k < r.end) plain_one(&formulas, &r, k); \
    } \
    static void run(const struct channel_run *r) \
    { \
        LAUNCH(advance, lane_blocks(r->end), LANE_THREADS, 0, r->stream, *r); \
    }
#else
#define PLAIN_RUN(formulas) \
    static void run(const struct channel_run *r) \
    { \
        for (int64_t k = r->first; k < r->end; k += LANES) plain_one(&formulas, r, k); \
    }
#endif
