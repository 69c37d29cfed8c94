/* The explicit side of a step: one pass over the field. rhs.c on the host, rhs.cu on the device, with the same bits
 * where neither compiler contracts products and sums. */
#pragma once
#include "apps/adi/step/stencil.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out = keep u + sum_d axis[d] L_d u + faces * rhs_face + source * source, with step_data's planes and source,
 * which hold dt already. */
struct terms {
    double keep, axis[3], faces, source; /* axis: in units of dt */
};

/* u and out: [points], distinct; out where this rank has points, from u that it knows. About 3 multiply-adds per point
 * and axis; u crosses the bus once if three planes fit the cache, and with coefficients per point so do one link per
 * axis and 1/C. */
void rhs_evaluate(const struct stencil *op, const struct terms *terms, const struct step_data *data, const real *u,
                  real *out);
void rhs_evaluate_device(const struct stencil *op, const struct terms *terms, const struct step_data *data,
                         const real *u, real *out);

/* Bytes that rhs_evaluate moves for data beyond the caches. */
double rhs_bytes(const struct stencil *op, const struct step_data *data);

#ifdef __cplusplus
}
#endif
