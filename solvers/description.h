/* The cost of a method and the shapes that it refuses, found by shapes that are tried on it: for lists of methods. */
#pragma once
#include "solvers/solver.h"

enum { REFUSALS_MAX = 16, REFUSAL_BYTES = 240 };

struct description {
    const char *plain; /* the shape that bytes are of; static */
    double bytes;      /* least traffic of a solve for each unknown, of an iteration where the method iterates */
    int refusals;
    struct refused_shape {
        const char *shape;            /* static */
        char sentence[REFUSAL_BYTES]; /* without the name of the method */
    } refusal[REFUSALS_MAX];
};

/* All members do not depend on the machine: a missing library or device is not a refusal. ST_NOMEM; ST_CONFIG
 * where an option has no default. */
enum status solver_describe(const struct solver *s, struct description *out);
