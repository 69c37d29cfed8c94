/* The values that the faces of the box prescribe, and the terms that they add to the right side. */
#pragma once
#include "apps/poisson/problem/box.h"

/* One face: its points are those of the two other axes, of which the one that is first in x, y, z is fastest. */
struct face {
    struct field *field; /* u, eps du/dn, or the u outside of a Robin face */
    bool zero;
    double *value; /* [points of the face] at the present time; NULL if zero */
};

struct faces {
    const struct box *box;
    struct face face[3][2];
};

/* `box` is borrowed. On failure faces_free still cleans up. */
enum status faces_make(struct faces *f, const struct box *b, const struct poisson_params *p);
void faces_free(struct faces *f);

/* Evaluates all faces at time t. */
enum status faces_at(struct faces *f, double t);

/* The value that a face prescribes, u, eps du/dn or u outside, next to the point with these indices; at[axis] is not
 * used. */
static inline double face_value(const struct faces *f, int axis, int side, const int64_t at[3])
{
    const int fast = axis_faster_other(axis), slow = axis_slower_other(axis);
    const double *const v = f->face[axis][side].value;
    return v ? v[at[slow] * f->box->axis[fast].points + at[fast]] : 0;
}

/* Are these the indices of a place on faces rather than of a point: -1 or `points` along axes of cells? Then *u is the
 * value that the face prescribes at the nearest point, or the mean of the faces that meet there. */
bool faces_beyond(const struct faces *f, const int64_t at[3], double *u);

/* Subtracts the terms of the faces from the right side of one row along x, r[unknowns along x], of unknowns j and k
 * along y and z: r -= eps link u / volume next to a Dirichlet or Robin face, r -= flux / volume next to a Neumann face.
 */
void faces_add(const struct faces *f, int64_t j, int64_t k, double *r);

/* Sets the nodes of this rank on Dirichlet faces in u[points] to the u that these prescribe. */
void faces_set(const struct faces *f, real *u);
