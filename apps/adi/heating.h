/* The heat source of a step: dt / C times the formula at one time, plus what the floor plan dissipates. */
#pragma once
#include "apps/adi/operator.h"

struct source {
    const struct operator *op;
    struct field *field;
    struct nodes_room *room;
    bool varies;   /* with time */
    real *resting; /* [points] dt / C times what does not vary, or NULL */
    real *moving;  /* [points] the sum of all, or NULL if nothing varies */
};

/* On failure source_free still cleans up. `op` and `room` are borrowed. */
enum status source_make(struct source *s, const struct operator *op, const struct params *p, struct nodes_room *room);
void source_free(struct source *s);

/* dt / C f at time t, or NULL if there is none. Valid until the next call. */
enum status source_at(struct source *s, double t, double dt, const real **out);
