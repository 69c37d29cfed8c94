/* A number from 0 to 1 for a number and an axis, always the same (splitmix64). */
#pragma once
#include <stdint.h>

static inline double jitter(int64_t number, int axis)
{
    uint64_t x = (uint64_t)(3 * number + axis + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}
