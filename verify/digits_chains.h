/* Chains without a closed form, of kinds that cost digits elsewhere: tandem queues, random ones, and chains that nearly
 * fall apart. */
#pragma once
#include "verify/markov.h"

struct digits_chain {
    const char *name;
    enum status (*make)(struct markov *c, const struct digits_chain *of);
    int64_t levels, phases; /* states are their product */
    double size;            /* a coupling, a load, or decades that rates span */
    int64_t transient;      /* the chain is read from a text, and every so many states there is one that is left */
};
extern const struct digits_chain digits_chains[]; /* ends with a NULL name */
