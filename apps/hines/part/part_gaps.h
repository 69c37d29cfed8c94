/* Gap junctions of a part (network/gaps.h). */
#pragma once
#include <stdint.h>

#include "base/real.h"

struct cell_part;

/* One side of a junction, in a part. */
struct part_gap {
    int64_t node, side; /* its place, and its number: junction k has the sides 2 k and 2 k + 1 */
    int64_t entry;
    real g; /* uS */
};

/* Adds the currents into the nodes of a part. */
void gaps_add(struct cell_part *p);
