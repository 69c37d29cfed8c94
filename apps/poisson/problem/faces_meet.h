/* Edges of the box at which two faces prescribe different u. */
#pragma once
#include "apps/poisson/problem/faces.h"

struct contradiction {
    int axis[2], side[2]; /* the two faces */
    double u[2];          /* the values that they prescribe where they meet */
};

/* The largest difference of two faces along an edge of the box, or at a corner in two dimensions, for the data of the
 * last faces_at. False, and *out is not set, if no difference is larger than the changes of both faces from the edge to
 * the next point. */
bool faces_contradict(const struct faces *f, struct contradiction *out);
