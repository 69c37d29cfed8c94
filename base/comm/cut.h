/* Elements that are dealt to ranks, one run of them to each. */
#pragma once
#include <stdint.h>

/* The first of the elements of rank r, of n that are dealt to `ranks`; r = ranks: n. Any n >= 0, also fewer than ranks:
 * some then have none. */
static inline int64_t cut_first(int64_t n, int ranks, int r)
{
    return n / ranks * r + n % ranks * r / ranks;
}

static inline int64_t cut_count(int64_t n, int ranks, int r)
{
    return cut_first(n, ranks, r + 1) - cut_first(n, ranks, r);
}
