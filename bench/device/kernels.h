/* The kernels of the benchmarks: plain passes over memory, and fresh systems. They queue on exec's stream and return.
 */
#pragma once
#include <stdint.h>

#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* READ: one array. COPY: one read, one written, by our kernel; MEMCPY: by the runtime. SOLVE: four read, one written,
 * the least traffic of a tridiagonal solve. SEGMENTS_...: all of one array read, so many bytes together, the next ones
 * 4 KB further, as one thread per system reads contiguous systems of 512 rows. */
enum pass {
    PASS_READ,
    PASS_COPY,
    PASS_MEMCPY,
    PASS_SOLVE,
    PASS_SEGMENTS_32,
    PASS_SEGMENTS_64,
    PASS_SEGMENTS_128,
    PASSES,
    PASSES_USUAL = PASS_SEGMENTS_32 /* that limit a tridiagonal solve */
};
enum { PASS_TILE = 16384, PASS_ARRAYS = 5 }; /* bytes that a block handles; number of arrays */

/* One pass over `tiles` tiles of each array that it touches; the last array is the one written. */
enum status pass_queue(enum pass which, void *const array[PASS_ARRAYS], int64_t tiles, const struct exec *exec);
int pass_arrays(enum pass which);       /* that it touches */
const char *pass_name(enum pass which); /* "read" */

/* Rows of three kinds: dominant by rows; any; any with a zero diagonal, and 1 or -1 next to it. */
enum rows_kind { ROWS_DOMINANT, ROWS_RANDOM, ROWS_ZERO_DIAGONAL, ROWS_KINDS };

/* `count` rows of a kind. Row k has its lower, diagonal and upper coefficient and its right side at `to` + place, +
 * run, + 2 run and + 3 run, where place = (k / run) 4 run + k % run: four arrays one after the other if run >= count,
 * otherwise one vector of all four. */
void rows_queue(real *to, int64_t count, int64_t run, enum rows_kind kind, const struct exec *exec);

/* Zeroes lower of the first rows and upper of the last, of systems of one size. */
void ends_queue(real *lower, real *upper, const struct shape *shape, const struct exec *exec);

#ifdef __cplusplus
}
#endif
