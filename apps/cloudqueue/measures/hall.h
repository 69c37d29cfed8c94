/* Tagged tasks in line (tagged.h), and y = (sigma - Q')^-1 v for all of them.
 *
 * A task at place x of z on level j < n has b = z - x tasks behind it in line. x only falls, b and j only grow, so that
 * one walk over the states solves
 *
 *     (sigma + lambda + c_j + r_j(z)) y_j(x, b) = v_j(x, b) + lambda y_j(x, b - 1) + c_j y_j(x + 1, b)
 *                                                 + r_(j-1)(z + kappa) y_(j-1)(x + kappa, b)
 *
 * level by level, and on each by d = X - x + b, where X is the largest z: states of the same d do not depend on each
 * other, and are lanes. All terms are at the same b, or at b - 1, so that level j takes the place of level j - 1 in
 * memory, kappa rows further on.
 *
 * By Little's law a task is at (j, x, z) for a time of pi(j, z) / lambda on average, whatever x is. So the states that
 * few tasks meet are known beforehand, and each level keeps only a band of z. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

enum { HALL_STEPS = 4, HALL_LANES = 8 };

struct hall_band {
    int64_t low, high; /* z of the states that are kept; low > high: none */
};

struct hall {
    const struct model *m;
    const real *x; /* pi, borrowed */
    const int32_t *exponent;
    double *level;          /* [k] */
    struct hall_band *band; /* [n], of level j */
    int64_t first, end;     /* levels first ... end - 1, below n, have states */
    int64_t longest;        /* X, the largest z of all bands */
    int64_t states;         /* in rows of full groups of lanes */
    double accepted;        /* sum of pi in which a task is accepted */
    double share;           /* of tasks that wait at all */
    double waiting, pairs;  /* E[z], E[z (z - 1)] of the waiting tasks, over `accepted` */
    double killed;          /* bound on the share of tasks that ever meet a state that is not kept */
    double sigma;
    int64_t last;   /* x of the last place of level n */
    double stays;   /* > 0: it stands for all beyond, a geometric distribution of this ratio */
    double *line;   /* [last + 1]: v of level n, from x = 1 on */
    double *come;   /* [HALL_STEPS][last + 1]: the inflow into it from level n - 1 */
    double *v;      /* [states] */
    double *y;      /* [2 longest][HALL_STEPS][width]: b = -1 is the last of the first group of lanes */
    double *sum;    /* [HALL_STEPS][width], of y over all levels */
    double *factor; /* [end - first][2][4][half] by level, parity of z, and kind (hall_rows.h) */
    double *rise;   /* [2][half]: r_(n-1) by parity of z */
    int64_t width, half;
};

/* Measures the line; x and exponent are borrowed as long as it is in use. hall_free in any case. */
enum status hall_measure(struct hall *h, const struct model *m, const real *x, const int32_t *exponent);

/* Chooses the bands: the states left out are met by no more than a share `cut` of the tasks. */
enum status hall_choose(struct hall *h, double cut);

/* Bytes that hall_start allocates. */
double hall_bytes(const struct hall *h);

/* v = the tasks as they arrive, over all that are accepted. */
enum status hall_start(struct hall *h, double sigma);

/* HALL_STEPS steps y = (sigma - Q')^-1 v, v = 2 sigma y - v; total[step] is the sum of y over all tasks in line. */
void hall_walk(struct hall *h, double *total);

void hall_free(struct hall *h);
