/* The waves that are solved apart, in double: right sides are copied before all systems are solved in place, and
 * solutions put back afterwards. There are few of them, unless the box is far thinner along the main axis than along
 * the others. */
#pragma once
#include "apps/poisson/box.h"

struct long_waves {
    const struct axis *axis; /* the main one */
    struct exec exec;
    bool singular; /* the first of them is constant, and nothing fixes the level of u */
    double mean;   /* of u, if singular */
    double unit;   /* of right sides */
    int64_t count, step;
    int64_t *start;     /* [count] first unknown of its line in u */
    double *shift;      /* [count] */
    real *line, *there; /* [count][unknowns of the axis] on the host; on the device, or NULL */
    double *work;       /* [threads][3 unknowns] */
};

/* For `count` waves of u in the space of exec, which the caller sets start and shift of. Borrows the box. On failure
 * long_waves_free still cleans up. */
enum status long_waves_make(struct long_waves *w, const struct box *b, int64_t count, struct exec exec);
void long_waves_free(struct long_waves *w);

/* Copies the lines of u. On the device the copy is queued. */
void long_waves_take(const struct long_waves *w, const real *u);

/* Solves, and puts the solutions into u. */
enum status long_waves_put(struct long_waves *w, real *u);
