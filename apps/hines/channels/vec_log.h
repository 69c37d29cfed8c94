/* ln x of vectors of normal positive numbers, computed in double. */
#pragma once
#include "apps/hines/channels/lanes.h"
#include "apps/hines/channels/natural.h"

INLINE vec vec_log(vec x)
{
    for (int l = 0; l < LANES; l++) x[l] = (real)natural_log((double)x[l]);
    return x;
}
