/* The box: three axes; axes that a problem does not have get one periodic point; x is fastest in memory. */
#pragma once
#include "apps/poisson/problem/axis.h"
#include "base/comm/comm.h"

/* Indices from ... to - 1. */
struct extent {
    int64_t from, to;
};

static inline int64_t extent_length(struct extent s)
{
    return s.to - s.from;
}

/* A rank's part of n elements, in complete units; the last unit may be longer. */
struct extent extent_of_units(int64_t n, int64_t unit, int ranks, int rank);

struct coefficients;

struct box {
    int dim, main; /* main: the axis along which systems are tridiagonal */
    struct axis axis[3];
    int64_t points, stride[3];
    int64_t unknowns, first; /* first: the point of the first unknown */
    struct comm *comm;       /* or NULL: ranks that share the box (ranks/part.h); without one, a rank has all of it */
    int cut;                 /* the axis along which each has a part */
    struct extent own[3], own_points[3]; /* the unknowns and the points of this rank along each axis */
    struct coefficients *varying; /* or NULL: eps or q vary along other axes than the tridiagonal one; links, eps and q
                                   * of the axes are then means (means.h) */
};

/* Borrows nothing. On failure box_free still cleans up. */
enum status box_make(struct box *b, const struct poisson_params *p);
void box_free(struct box *b);

/* The lines along one axis through all unknowns, from the first of them on. */
struct shape box_lines(const struct box *b, int axis);

/* Does the whole box have enough planes for threads to share, and are there transforms of waves along x and y? */
bool box_suits_planes(const struct box *b);

/* Volume of an unknown. */
static inline double box_volume(const struct box *b, int64_t i, int64_t j, int64_t k)
{
    return b->axis[0].volume[i] * b->axis[1].volume[j] * b->axis[2].volume[k];
}
