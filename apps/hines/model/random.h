/* Random numbers as functions only of a seed and an index, the same on every machine and in any order: M. E. O'Neill's
 * mix of splitmix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014). */
#pragma once
#include <stdint.h>

static inline uint64_t random_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The start of the numbers of one cell or one synapse. */
static inline uint64_t random_stream(int64_t seed, int64_t number)
{
    return random_mix((uint64_t)seed) ^ random_mix((uint64_t)number + 1);
}

/* The number at one place, in [0, 1). */
static inline double random_fraction(uint64_t place)
{
    return (double)(random_mix(place) >> 11) * 0x1p-53;
}

/* The number at one place, as an integer in [0, count). */
static inline int64_t random_below(uint64_t place, int64_t count)
{
    const int64_t drawn = (int64_t)(random_fraction(place) * (double)count);
    return drawn < count ? drawn : count - 1;
}
