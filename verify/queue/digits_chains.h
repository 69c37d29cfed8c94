/* Chains without a closed form, of kinds on which other methods lose digits: tandem queues, random chains, and nearly
 * decomposable ones. */
#pragma once
#include "verify/queue/markov.h"

struct digits_chain {
    const char *name;
    enum status (*make)(struct markov *c, const struct digits_chain *of);
    int64_t levels, phases; /* states are their product */
    double size;            /* a coupling, a load, or decades that rates span */
    int64_t transient;      /* > 0: the chain is read from a text, with a transient state after every so many */
};
extern const struct digits_chain digits_chains[]; /* ends with a NULL name */
