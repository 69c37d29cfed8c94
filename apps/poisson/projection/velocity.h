/* A velocity on the faces of the cells of a box: the component along an axis is known in the middle of the faces that
 * it flows through (F. H. Harlow and J. E. Welch, Phys. Fluids 8 (1965) 2182). */
#pragma once
#include "apps/poisson/box.h"

struct velocity {
    const struct box *box;
    int64_t n[3][3];      /* [component][axis] faces: one more than cells along its own axis, unless that is periodic */
    int64_t stride[3][3]; /* x fastest */
    int64_t count[3];
    real *v[3];       /* [count]; NULL: no such axis. Face i along its own axis is the lower one of cell i */
    double *place[3]; /* where they are along that axis */
};

/* `box`, of cells, is borrowed. On failure velocity_free still cleans up. */
enum status velocity_make(struct velocity *w, const struct box *box);
void velocity_free(struct velocity *w);

/* Adds `factor` times the divergence of each cell of plane k: out[cells of the plane]. */
void velocity_divergence(const struct velocity *w, int64_t k, double factor, double *out);

/* out[cells] := the component along an axis in the middle of cells, between both faces. */
void velocity_centred(const struct velocity *w, int axis, real *out);

struct velocity_sums {
    double divergence; /* the largest |div| of a cell */
    int64_t cell;      /* which one it is */
    double rate;       /* the largest |component| over the width of a cell beside its face */
    double energy;     /* half the integral of the square */
    double mean[3], largest[3];
    double inflow[3][2]; /* through the faces of the box; 0: periodic */
};
enum status velocity_measure(const struct velocity *w, struct velocity_sums *out);

/* Of component d. */
static inline const real *velocity_at(const struct velocity *w, int d, const int64_t at[3])
{
    return w->v[d] + at[0] + at[1] * w->stride[d][1] + at[2] * w->stride[d][2];
}
