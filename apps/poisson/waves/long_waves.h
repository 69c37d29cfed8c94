/* The waves that are solved separately, in double: right sides are copied before all systems are solved in place, and
 * solutions put back afterwards. There are few of them, unless the box is far thinner along the main axis than along
 * the others. Of lines that are cut over ranks each rank solves some complete ones. */
#pragma once
#include "apps/poisson/ranks/layout.h"

struct long_waves {
    const struct axis *axis; /* the main one, whole */
    struct exec exec;
    bool singular;                             /* the first of them is constant, and nothing fixes the level of u */
    double mean;                               /* of u, if singular */
    double unit;                               /* of right sides */
    int64_t count, rows, step;                 /* rows: of a line on this rank */
    int64_t *start;                            /* [count] first unknown of its line in u */
    double *shift;                             /* [count] */
    real *line, *there;                        /* [count][rows] on the host; on the device, or NULL */
    double *work;                              /* [threads][3 unknowns] */
    int64_t first, mine;                       /* lines that this rank solves: all, or some of those that are cut */
    real *whole;                               /* [mine][unknowns of the axis]; `line`, if lines are not cut */
    struct comm_exchange *collect, *give_back; /* of lines that are cut; else NULL */
};

/* For `count` waves of u in the space of exec, whose start and shift the caller sets, in a part of the layout. Borrows
 * the box of the layout. Where lines are cut, ranks have as many waves. On failure long_waves_free still cleans up. */
enum status long_waves_make(struct long_waves *w, const struct layout *l, const struct box *part, int64_t count,
                            struct exec exec);
void long_waves_free(struct long_waves *w);

/* Copies the lines of u. On the device the copy is queued. */
void long_waves_take(const struct long_waves *w, const real *u);

/* Solves, and puts the solutions into u. Collective where lines are cut. */
enum status long_waves_put(struct long_waves *w, real *u);
