/* Steps split along the axes, each stage a batch of solves through the chosen tridiagonal solver. */
#pragma once
#include "apps/adi/step/backend.h"
#include "apps/adi/step/lines.h"

struct split {
    const struct backend *backend; /* of the space of lines.op */
    struct lines lines;
    real *work; /* [points] */
};

/* u := u + D of step.h; douglas_gunn.c. About 12 multiply-adds per point and axis. */
enum status douglas_gunn_step(struct split *s, real *u, const struct step_data *data, struct clock *clock);

/* The step of douglas_gunn_step by halves, 2D with theta = 1/2 only; peaceman_rachford.c. Dirichlet nodes at the faces
 * of x keep what they had: split_impose moves them. */
enum status peaceman_rachford_step(struct split *s, real *u, const struct step_data *data, struct clock *clock);

/* Sets the rows at the faces of an axis before its stage solves: x := base + share * stage_face at Dirichlet ends (base
 * NULL: 0), x += share * stage_face at others. `base` is laid out like x. */
void split_prescribe(const struct split *s, int axis, double share, const struct step_data *data, const real *base,
                     real *x);
void split_add(const struct split *s, int axis, double share, const struct step_data *data, real *x);

/* Sets the Dirichlet nodes of u whose data varies to what is prescribed at the end of the step, so that sums of
 * rounded changes do not drift. */
void split_impose(const struct backend *backend, const struct stencil *op, const struct step_data *data, real *u);

/* Bytes that a step of either scheme moves for data beyond the caches. */
double split_bytes(const struct split *s, const struct step_data *data, bool halves);
