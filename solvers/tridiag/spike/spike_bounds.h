/* Where the SPIKE family draws its lines. Spikes above the first bound are repaired; without repair, those above the
 * second one are reported. The last one is for residuals of rows, relative to the sum of their terms. */
#pragma once
#include <math.h>

#include "base/real.h"

#define GROWTH_REPAIRED RC(256.0)
#define GROWTH_REPORTED (1 / sqrt((double)REAL_EPS))
#define MISSED (4096 * (double)REAL_EPS)
