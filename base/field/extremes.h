/* Largest and least values of arrays. A comparison is vectorized, and leaves out what is not a number; fmax is a call
 * on x86-64, and a loop of it over floats ends gcc 12 for AArch64 with an internal error. */
#pragma once

static inline double larger(double largest, double value)
{
    return value > largest ? value : largest;
}

static inline double smaller(double least, double value)
{
    return value < least ? value : least;
}
