/* The memory of a run on the device, apart from that of the solvers: field, operators, planes of the faces, source.
 * Formulas are evaluated on the host; their values are sent once if they do not change in time, and in every step if
 * they do. */
#pragma once
#include "apps/adi/conditions/boundary.h"
#include "apps/adi/conditions/heat_source.h"

enum { PLANES = 3 * 3 * 2 }; /* step_data's rhs_face, stage_face and end_face */

struct device_state {
    struct stencil op; /* as on the host, its arrays and exec on the device */
    real *u, *source;
    int64_t at[PLANES], size[PLANES]; /* reals from the beginning of both; 0: there is no such plane */
    real *planes, *packed;            /* on the device; to be sent there at once */
    bool sent;                        /* what does not change is there */
};

/* Copies the operator, and allocates the rest. On failure device_state_free still cleans up. */
enum status device_state_make(struct device_state *m, const struct stencil *op, const struct boundary *b,
                              const struct heat_source *s, struct exec exec);
void device_state_free(struct device_state *m);

/* Sends the matrices that stencil_implicit made on the host. */
enum status device_state_implicit(struct device_state *m, const struct stencil *op);

/* `data` as boundary_step and heat_source_at gave it becomes `there`: the same on the device, valid until the next
 * call. */
enum status device_state_step(struct device_state *m, const struct boundary *b, const struct heat_source *s,
                              const struct step_data *data, struct step_data *there);
