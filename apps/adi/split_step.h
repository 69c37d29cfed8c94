/* A split step of any length from a field, in double and apart from the methods of the run; split_step.c. */
#pragma once
#include "apps/adi/step/stencil.h"

/* d := M_z^-1 M_y^-1 M_x^-1 d with M = I - c L, c = theta dt: from dt (L u + f) to the change D of a step whose data
 * are constant in time. d: [points]. ST_NOMEM. */
enum status split_step(const struct stencil *op, double c, double *d);
