/* The heat source of a step: dt / C times the formula at one time, plus what the floor plan dissipates. */
#pragma once
#include "apps/adi/step/stencil.h"

struct heating {
    const struct stencil *op;
    struct field *field;
    struct nodes_room *room;
    bool varies;   /* with time */
    real *resting; /* [points] dt / C times what does not vary, or NULL */
    real *moving;  /* [points] the sum of all, or NULL if nothing varies */
};

/* On failure heating_free still cleans up. `op` and `room` are borrowed. */
enum status heating_make(struct heating *s, const struct stencil *op, const struct params *p, struct nodes_room *room);
void heating_free(struct heating *s);

/* dt / C f at time t, or NULL if there is none. Valid until the next call. */
enum status heating_at(struct heating *s, double t, double dt, const real **out);
