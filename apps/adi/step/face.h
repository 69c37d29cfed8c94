/* Values on the nodes of faces, and sums of fields: face.c on the host, face.cu on the device. */
#pragma once
#include "apps/adi/step/stencil.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x := base + share * given on the nodes of one face that this rank has; given [plane] as in step.h, base laid out like
 * x, and may be x; either may be NULL: 0. */
void face_set(const struct stencil *op, int axis, int side, real share, const real *given, const real *base, real *x);
void face_set_device(const struct stencil *op, int axis, int side, real share, const real *given, const real *base,
                     real *x);

/* u += d on all points that this rank has. */
void field_add(const struct stencil *op, const real *d, real *u);
void field_add_device(const struct stencil *op, const real *d, real *u);

#ifdef __cplusplus
}
#endif
