/* The unknowns next to the rows of each rank, from relations of their first and last rows. Of a rank with u before its
 * rows and v after them
 *
 *     x_first = y_first + F u + R v          x_last = y_last + f u + r v
 *
 * and u is x_last of the rank before, v x_first of the next one. In order of rank u = a + b x_first, so that
 *
 *     x_first = (y_first + F a) / (1 - F b) + R / (1 - F b) v
 *     a' = y_last + f a + f b (y_first + F a) / (1 - F b)         b' = r + f b R / (1 - F b)
 *
 * with a = b = 0 at rank 0, and back from v = 0 at the last. A rank without rows has F = r = 0 and R = f = 1.
 * Elimination of blocks of two in order, as stable as elimination without pivoting is: no pivot is below 1 - |F| for
 * matrices that are dominant by rows. */
#pragma once
#include <stdint.h>

#include "base/real.h"

/* Numbers of one rank and system: F, R, f, r of its matrix (the tips of its spikes), and y of its right side. */
enum { TIP_F, TIP_R, TIP_LOW_F, TIP_LOW_R, TIPS };
enum { END_FIRST, END_LAST, ENDS };

enum { JOIN_TILE = 64 }; /* systems that are joined together */

/* count systems, ranks of them: tips[ranks][TIPS][tips_count], where tips_count is 1 if all systems share a matrix,
 * else count; ends[ranks][ENDS][count], in: y_first and y_last, out: u and v. kept[ranks][ENDS][JOIN_TILE] is scratch.
 * u and v are not finite if a pivot is 0. */
void reduced_join(int64_t count, int ranks, const real *tips, int64_t tips_count, real *ends, real *kept);
