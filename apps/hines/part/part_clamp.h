/* A current into a node of a part. */
#pragma once
#include <stdint.h>

struct stimulus;

/* From `begin` to `end`, ms: `current`, or that of a stimulus, - `conductance` v, nA. */
struct part_clamp {
    int64_t node;
    double begin, end, current, conductance;
    const struct stimulus *stimulus; /* or NULL */
};
