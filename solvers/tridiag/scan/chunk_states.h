/* The states that go from chunk to chunk in the three scans of an elimination, and the maps of chunks. */
#pragma once
#include "base/real.h"
#include "solvers/tridiag/scan/chunk_scan.h"

/* theta of the last row and of the one before, times anything. */
struct minors_state {
    real last, before;
};

/* The images of the states (1, 0) and (0, 1), times anything. */
struct minors_map {
    struct minors_state x, y;
};

/* The value that the last row passes on (lane_substitution.h), and whether the next row leads. */
struct right_state {
    real s;
    bool leads;
};

/* By whether the first row does not lead, or does. */
struct right_map {
    real factor[2], term[2];
    bool leads[2];
};

/* The map of the unknown after the chunk, a real. */
struct unknown_map {
    real factor, term;
};

extern const struct chunk_map minors_maps, right_maps, unknown_maps;

/* Divided by a power of two, so that its largest element is about 1. */
struct minors_map minors_map_scaled(struct minors_map m);
