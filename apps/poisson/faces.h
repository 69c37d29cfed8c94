/* What the faces of the box prescribe, and what it adds to the right side. */
#pragma once
#include "apps/poisson/box.h"

/* One face: its points are those of the two other axes, that of the lower number fastest. */
struct face {
    struct field *field; /* u or eps du/dn */
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

enum status faces_at(struct faces *f, double t);

/* What a face prescribes beside the point with these indices. */
static inline double face_value(const struct faces *f, int axis, int side, const int64_t at[3])
{
    const int fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    const double *const v = f->face[axis][side].value;
    return v ? v[at[slow] * f->box->axis[fast].points + at[fast]] : 0;
}

/* Takes from the right side of the unknowns of one row along x what the faces prescribe: r -= link g / volume, and
 * flux / volume. `j` and `k` number unknowns. */
void faces_add(const struct faces *f, int64_t j, int64_t k, double *r);

/* Sets the nodes on Dirichlet faces. */
void faces_set(const struct faces *f, real *u);
