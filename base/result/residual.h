/* The one rule by which the residual of a run is judged, whatever the application.
 *
 * The metric `residual` is a backward error: the largest |f - A x| relative to the sizes of the terms that make it up,
 * so that it does not grow with the condition of the problem, and a method that works leaves some roundings of it. The
 * metric `residual_bound` is the most that a sound solution leaves: RESIDUAL_ROUNDINGS roundings of the working
 * precision, unless the application puts a bound of its own, as for iterations that stop at a tolerance. */
#pragma once
#include <math.h>

#include "base/result/metrics.h"

enum { RESIDUAL_ROUNDINGS = 1000 };

/* `off`, how far a solution misses its equations, over `size`, that of the terms. HUGE_VAL where either is not finite:
 * an overflow must not look like a residual of 0. */
static inline double residual_relative(double off, double size)
{
    if (!isfinite(off) || !isfinite(size)) return HUGE_VAL;
    return off > 0 ? off / size : 0;
}

/* ST_FAILED with a sentence that begins with the name of the method if the residual is above its bound, or not finite.
 * A bound of HUGE_VAL promises nothing but that. */
enum status residual_check(double residual, double bound, const char *method);

/* Fills in residual_bound where there is a residual and no bound, for the working precision `eps`, and checks
 * it. ST_OK where there is no residual. */
enum status residual_judge(struct metrics *m, double eps, const char *method);
