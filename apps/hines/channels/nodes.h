/* Values at the nodes of channels as vectors. Nodes of channels rise; those that fill the last vector repeat the last.
 */
#pragma once
#include <stdbool.h>

#include "apps/hines/channels/lanes.h"

/* Are these adjacent, without repetitions? */
INLINE bool nodes_are_row(const int32_t *node, int64_t count)
{
    return node[count - 1] == node[0] + count - 1 && node[count - 2] < node[count - 1];
}

INLINE vec nodes_load(const real *at, const int32_t *node, bool row)
{
    vec x = {0};
    if (row) return vec_load(at + node[0]);
    for (int l = 0; l < LANES; l++) x[l] = at[node[l]];
    return x;
}

/* Repetitions are left out. */
INLINE void nodes_store(real *at, const int32_t *node, bool row, vec x)
{
    if (row) vec_store(at + node[0], x);
    else
        for (int l = 0; l < LANES; l++)
            if (l == 0 || node[l] != node[l - 1]) at[node[l]] = x[l];
}
