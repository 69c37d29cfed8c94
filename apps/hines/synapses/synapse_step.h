/* The terms that a synapse adds to the equation of its node in a step, in both spaces. Expressions have one product
 * only, or `+ 0` rounds it, so that compilers fuse the same operations. */
#pragma once
#include "apps/hines/channels/natural.h"
#include "base/exec.h"
#include "base/real.h"

/* The state of synapse i of struct part_synapses. */
struct synapse_values {
    real g, e, block; /* block: 0 if magnesium blocks nothing */
};

/* The equation of the node: mV; the diagonal without channels and synapses, its C / h, and as it is now. */
struct synapse_node {
    real v, base, storage, diag, right;
};

/* The share of a conductance that magnesium leaves. */
static inline EITHER_SPACE double synapse_open_share(double block, double v)
{
    return block > 0 ? 1 / (1 + natural_exp(-0.062 * v) * block) : 1;
}

/* The current g B(v) (v - e), linear about v: of slope g (B + B' (v - e)), B' = 0.062 B (1 - B). Where that would
 * subtract from the diagonal more than half of its capacitive term, the step has the conductance g B instead, with
 * which no potential goes beyond e. */
static inline EITHER_SPACE void synapse_add_blocked(const struct synapse_values *s, struct synapse_node *n)
{
    const double v = (double)n->v, off = v - (double)s->e, b = synapse_open_share((double)s->block, v);
    const double least = (double)n->base - 0.5 * (double)n->storage - (double)n->diag;
    const double tangent = (double)s->g * (b + 0.062 * b * (1 - b) * off);
    const double slope = tangent < least ? (double)s->g * b : tangent, current = (double)s->g * b * off + 0;
    n->diag += (real)slope;
    n->right += (real)(slope * v - current);
}

static inline EITHER_SPACE void synapse_add(const struct synapse_values *s, struct synapse_node *n)
{
    if (s->block > 0) {
        synapse_add_blocked(s, n);
        return;
    }
    n->diag += s->g;
    n->right += s->g * s->e;
}
