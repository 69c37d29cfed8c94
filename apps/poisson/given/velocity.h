/* A velocity on the faces of the cells of a box: the component along an axis is known in the middle of the faces that
 * it flows through (F. H. Harlow and J. E. Welch, Phys. Fluids 8 (1965) 2182). */
#pragma once
#include "apps/poisson/problem/box.h"

struct velocity {
    const struct box *box;
    int64_t n[3][3];      /* [component][axis] faces: one more than cells along its own axis, unless that is periodic */
    int64_t stride[3][3]; /* [component][axis] x fastest */
    int64_t count[3];     /* faces of each component */
    real *v[3];           /* [count]; NULL: no such axis. Face i along its own axis is the lower one of cell i */
    double *place[3];     /* [n[d][d]] coordinates of the faces along the axis that component d flows along */
};

/* Allocates the components, all 0, and sets the places of faces. Borrows `box`, whose points are cells. On failure
 * velocity_free still cleans up. */
enum status velocity_make(struct velocity *w, const struct box *box);
void velocity_free(struct velocity *w);

/* out[cells of plane k, x fastest] += factor times the divergence of each cell. */
void velocity_divergence(const struct velocity *w, int64_t k, double factor, double *out);

/* out[cells, x fastest] := the component along an axis in the middle of cells, the mean of both faces. */
void velocity_centred(const struct velocity *w, int axis, real *out);

struct velocity_sums {
    double divergence;          /* the largest |div| of a cell */
    int64_t cell;               /* the index of that cell */
    double rate;                /* the largest |component| over the width of a cell next to its face */
    double energy;              /* half the integral of the square */
    double mean[3], largest[3]; /* of each component: over the volume; in size */
    double inflow[3][2];        /* through the faces of the box; 0: periodic */
};

/* Sums over all cells, in their order. ST_FAILED if the velocity is not finite. */
enum status velocity_measure(const struct velocity *w, struct velocity_sums *out);

/* Component d at the face with these indices. */
static inline const real *velocity_at(const struct velocity *w, int d, const int64_t at[3])
{
    return w->v[d] + at[0] + at[1] * w->stride[d][1] + at[2] * w->stride[d][2];
}
