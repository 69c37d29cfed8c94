/* A comparison of the answer to one tridiagonal system with that of elimination with partial pivoting on the same
 * matrix and right side (L.-W. Chang, thesis, Urbana 2014, section 6.1), by the ratio of their residuals |T x - d| /
 * |d| in the Euclidean norm. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "base/real.h"

/* From best to worst. Flagged: reported as not solved by info, whatever x is. Wrong: not flagged. */
enum verdict { VERDICT_SOLVED, VERDICT_DEGRADED, VERDICT_FLAGGED, VERDICT_WRONG };

/* A ratio above these is degraded, or no answer. */
#define VERDICT_DEGRADED_FROM 1e2
#define VERDICT_WRONG_FROM 1e6

/* A residual of the reference below the rounding unit counts as that; infinite where x is not finite. */
static inline double verdict_ratio(double residual, double reference)
{
    return isfinite(residual) ? residual / fmax(reference, (double)REAL_EPS) : (double)INFINITY;
}

static inline enum verdict verdict_of(bool flagged, double ratio)
{
    if (flagged) return VERDICT_FLAGGED;
    if (ratio <= VERDICT_DEGRADED_FROM) return VERDICT_SOLVED;
    return ratio <= VERDICT_WRONG_FROM ? VERDICT_DEGRADED : VERDICT_WRONG;
}
