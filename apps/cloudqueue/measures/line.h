/* The line of waiting tasks: its length by level and its rates, from which each method that follows a task starts. A
 * place of level j is a number of tasks (model.h); at place line_start() all slots are taken and no task waits, z
 * places on z tasks wait. */
#pragma once
#include <stdbool.h>

#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

/* A task can be followed where servers have slots, a task keeps its own, and there is a server to switch on. */
bool line_defined(const struct cloud *c);

static inline int64_t line_start(const struct model *m)
{
    return m->of.below + m->of.kappa;
}

/* The number of waiting tasks at the end of the window, 0 or more. */
static inline int64_t line_max(const struct model *m)
{
    return m->of.k - 1 - line_start(m);
}

/* The rate of service of all slots of level j. */
static inline double line_service(const struct model *m, int64_t j)
{
    return (double)(j * m->of.kappa) * m->of.mu;
}

/* The rate at which level j rises while z tasks wait, 0 <= z <= line_max. */
double line_rise(const struct model *m, int64_t j, int64_t z);

/* v [k] = pi of level j as plain numbers, not below DBL_MIN; returns the share of it in which a task is accepted. */
double line_level(const struct model *m, int64_t j, const real *x, const int32_t *exponent, double *v);

/* The length of the line of level n, 1 or more. If *stays > 0, its last place stands for all beyond, a geometric
 * distribution of this ratio, which remains geometric. */
int64_t line_last(const struct model *m, double *stays);

/* Adds to line[z] the share of tasks that come to level n beyond the window as the z-th in line, z <= last; v [k] is pi
 * of level n, and may be scaled. Returns the sum. */
double line_rest(const struct model *m, int64_t last, double stays, const double *v, double *line);
