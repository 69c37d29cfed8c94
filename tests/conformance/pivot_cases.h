/* Small tridiagonal systems that methods with pivoting solve, or report as not solved: many are singular, and many have
 * coefficients near the ends of what products of a few can be. */
#pragma once
#include "solvers/solver.h"

enum pivot_kind {
    PIVOT_UNIFORM, /* from -1 to 1 */
    PIVOT_SIGNS,   /* 0, 1 and -1 */
    PIVOT_EXTREME, /* 0, 1, -1, 1e150, -1e150, 1e-150, -1e-150 (1e18 in float) and from -1 to 1 */
    PIVOT_GRADED,  /* each of another power of ten, from 1e-20 to 1e20 (1e-6 to 1e6 in float) */
    PIVOT_TINY,    /* uniform, with right sides of 1e-290 (1e-36 in float) */
    PIVOT_HUGE,    /* uniform, times 1e307 (1e37 in float), with right sides alike */
    PIVOT_KINDS
};

extern const char *const pivot_kinds[PIVOT_KINDS];

/* n coefficients of each diagonal and n right sides; a[0] and c[n-1] are not numbers. */
void pivot_draw(enum pivot_kind kind, int64_t n, uint64_t *seed, real *a, real *b, real *c, real *d);

/* max |d - A x| over max (|A| row sums) max |x| + max |d|, computed in long double; infinity if x is not finite. */
double pivot_residual(int64_t n, const real *a, const real *b, const real *c, const real *d, const real *x);

/* Is the determinant 0? For PIVOT_SIGNS, n <= 70: it is computed exactly. */
bool pivot_is_singular(int64_t n, const real *a, const real *b, const real *c);

/* A batch of systems that differ, all of n rows. */
enum { PIVOT_ROWS = 40, PIVOT_SYSTEMS = 41 /* leave some lanes of vectors idle */ };
struct pivot_batch {
    int64_t n;
    real a[PIVOT_SYSTEMS][PIVOT_ROWS], b[PIVOT_SYSTEMS][PIVOT_ROWS], c[PIVOT_SYSTEMS][PIVOT_ROWS];
    real d[PIVOT_SYSTEMS][PIVOT_ROWS], x[PIVOT_SYSTEMS][PIVOT_ROWS];
    int64_t info[PIVOT_SYSTEMS];
};

void pivot_batch_draw(struct pivot_batch *p, enum pivot_kind kind, int64_t n, uint64_t *seed);

/* The manner in which a batch is solved. */
struct pivot_trial {
    const struct solver *solver;
    struct shape (*shape)(int64_t n, int64_t batch);
    int64_t turn;          /* places by which systems are moved on, the last ones to the front */
    unsigned char garbage; /* every byte of the workspace before it is used */
    int threads;
};

/* False if the method does not take such a batch. */
bool pivot_batch_solve(struct pivot_batch *p, const struct pivot_trial *t);

struct shape pivot_in_blocks(int64_t n, int64_t batch); /* block-interleaved by 16 */

/* The residual of system s. */
double pivot_batch_residual(const struct pivot_batch *p, int64_t s);
