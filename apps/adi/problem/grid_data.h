/* The grid of a heat problem: its nodes, the kinds of its faces, and the part that a rank has. */
#pragma once
#include <stdint.h>

enum face_kind { FACE_DIRICHLET, FACE_FLUX, FACE_ROBIN, FACE_PERIODIC };

struct comm;

struct grid {
    int dim; /* 2 or 3 */
    int64_t n[3];
    double origin[3], spacing[3];
    int64_t points; /* n[0] * n[1] * n[2] */
    enum face_kind face[3][2];
    struct comm *comm;      /* the ranks that share the grid (ranks/slabs.h); NULL: one rank has all of it */
    int64_t before, behind; /* planes, or in two dimensions rows, of the ranks before and after this one */
};
