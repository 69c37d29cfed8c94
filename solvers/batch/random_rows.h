/* Random coefficients as a function of only their index, the same in both spaces. */
#pragma once
#include "base/exec.h"
#include "base/real.h"

#include <stdint.h>

/* Uniform in [-1, 1] (splitmix64, Steele et al. 2014). */
static inline EITHER_SPACE real random_at(int64_t place, int array)
{
    uint64_t z = ((uint64_t)place * 4 + (uint64_t)array + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (real)((double)(z >> 11) * 0x1p-52 - 1.0);
}

struct random_row {
    real lower, diag, upper, rhs;
};

/* Strictly dominant: the diagonal exceeds its neighbours by 0.1 to 1. */
static inline EITHER_SPACE struct random_row random_row(int64_t place)
{
    const real a = random_at(place, 0), c = random_at(place, 1);
    const real more = RC(0.55) + RC(0.45) * random_at(place, 2);
    const struct random_row row = {a, (a < 0 ? -a : a) + (c < 0 ? -c : c) + more, c, random_at(place, 3)};
    return row;
}
