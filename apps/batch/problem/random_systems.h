/* The numbers of a batch; each depends only on its indices, so that any part can be drawn again, in any layout.
 *
 * Coefficients and unknowns are multiples of 2^-10, of a few units at most. The products and sums that make the right
 * side are then exact, in float too: the unknowns that were chosen are the solution, to the last bit, and the problem
 * is the same in both precisions. Numbers are those of splitmix64 (G. Steele, D. Lea, C. Flood, Fast splittable
 * pseudorandom number generators, 2014). */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/batch/problem/params.h"
#include "base/real.h"

struct random_systems {
    uint64_t seed;
    int64_t n;              /* rows of a system with its padding */
    const int64_t *sizes;   /* rows before the padding, or NULL: n; identity rows 1 x = 0 follow */
    int matrix;             /* enum matrix_kind */
    bool shared;            /* all systems have the matrix of the first */
    int64_t before, behind; /* rows of a system that are on ranks before and after this one, and are not drawn */
    int64_t earlier; /* systems on ranks before this one: here system 0 and sizes[0] are those of the next system */
};

enum { LOWER, DIAG, UPPER, RIGHT, EXACT, NUMBERS };

/* The rows of a system, drawn from least to rows. */
int64_t random_systems_size(uint64_t seed, int64_t system, int64_t min, int64_t rows);

/* One array of `count` systems from `first` on, contiguous, n - before - behind rows each; EXACT is the solution. */
void random_systems_fill(const struct random_systems *x, int array, int64_t first, int64_t count, real *out,
                         int threads);

/* The solution at one row. */
real random_systems_exact(const struct random_systems *x, int64_t system, int64_t i);
