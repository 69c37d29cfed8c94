/* The explicit side of a step: one pass over the field. */
#pragma once
#include "apps/adi/stencil.h"

/* out = keep u + sum_d axis[d] L_d u + faces * rhs_face + source * source, with step_data's planes and source,
 * which hold dt already. */
struct terms {
    double keep, axis[3], faces, source; /* axis: in units of dt */
};

/* u and out: [points], distinct. About 3 multiply-adds a point and axis; u crosses the bus once if three
 * planes fit the cache, and with coefficients per point so do a link an axis and 1/C. */
void rhs_evaluate(const struct stencil *op, const struct terms *terms, const struct step_data *data, const real *u,
                  real *out);

/* Bytes that rhs_evaluate moves for data beyond the caches. */
double rhs_bytes(const struct stencil *op, const struct step_data *data);
