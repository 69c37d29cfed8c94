/* Largest and least values of arrays. A comparison is vectorized; fmax is a call on x86-64, and a loop of it over
 * floats ends gcc 12 for AArch64 with an internal error. The first argument is a number; the second one is left out if
 * it is not. */
#pragma once

static inline double extremes_max(double largest, double value)
{
    return value > largest ? value : largest;
}

static inline double extremes_min(double least, double value)
{
    return value < least ? value : least;
}
