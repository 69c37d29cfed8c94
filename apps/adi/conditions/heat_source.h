/* The heat source of a step: dt / C times the formula at one time, plus what the floor plan dissipates. */
#pragma once
#include "apps/adi/step/stencil.h"

struct heat_source {
    const struct stencil *op;
    struct field *field;
    struct nodes_workspace *workspace;
    double covered; /* by the floor plan, of the area of the grid; 0: there is none */
    bool varies;    /* with time */
    real *resting;  /* [points] dt / C times the part that does not vary, or NULL */
    real *moving;   /* [points] the sum of all, or NULL if nothing varies */
};

/* On failure heat_source_free still cleans up. `op` and `workspace` are borrowed. */
enum status heat_source_make(struct heat_source *s, const struct stencil *op, const struct adi_params *p,
                             struct nodes_workspace *workspace);
void heat_source_free(struct heat_source *s);

/* dt / C f at time t, or NULL if there is none. Valid until the next call. */
enum status heat_source_at(struct heat_source *s, double t, double dt, const real **out);
