/* Systems to try methods on: layouts, matrices, an independent reference, and arrays that show whether a method touched
 * elements outside of its systems. */
#pragma once
#include "solvers/solver.h"

/* The layout of a batch in memory. */
struct layout {
    const char *name;
    struct shape (*make)(int64_t n, int64_t batch);
};

enum { LAYOUTS = 12 };
extern const struct layout layouts[LAYOUTS];

/* GENERAL is regular but not dominant: some of its diagonal is 0. */
enum make { ROW_DOMINANT, COLUMN_DOMINANT, TOEPLITZ, GENERAL, MATRICES };

enum { GUARD = 16 }; /* elements before and after each array */

/* An array whose elements that belong to no system are canaries: NaN with bits of their own. */
struct guarded {
    int64_t count;
    real *v;      /* element 0 */
    real *before; /* as it was filled, canaries and all */
};

/* `count` canaries. Elements that belong to a system are put into both v and before. */
struct guarded guarded_make(int64_t count);
void guarded_free(struct guarded g);
bool guarded_same(struct guarded g);

/* The starts of the groups of a batch that is packed except for gaps between some of them; the caller frees it. */
int64_t *starts_of(const struct shape *s);

struct tridiag_problem {
    struct shape shape;
    int64_t *sizes, *starts;
    struct guarded lower, diag, upper, x; /* x: the right side, and after a solve the solution */
    int64_t *info;
    double *backward, *condition; /* [batch] each, one array: filled by plans that check */
    double *exact;                /* by position in x, of the present right side */
    double *inverse;              /* [batch] bound of the largest row sum of |A^-1| */
};

/* The requests of the environment to a test program:
 *     SEED       draws other systems than the usual ones
 *     SAMPLE     k: one of every k batches in succession, drawn by the seed: each method and layout has its part
 *     ROWS_MAX   only batches of that many rows in all, for builds that are slow */
uint64_t test_seed(void);
bool rows_wanted(int64_t rows);
bool batch_wanted(int64_t n, int64_t batch);

/* A table of cases: all, or with a SAMPLE of 24 and more one of `stride` in each row and in each column. */
bool cell_wanted(int64_t row, int64_t column, int64_t stride);

/* Numbers in [0, 1), the same for the same seed everywhere. */
double random_unit(uint64_t *seed);

/* Draws a matrix. `shape` without sizes gets random ones if `varied`; one with starts gets starts of its own, with
 * gaps between some of the groups. Coefficients that may never be used are
 * canaries. */
struct tridiag_problem tridiag_problem_make(const struct shape *shape, bool varied, enum make matrix, uint64_t *seed);
void tridiag_problem_free(struct tridiag_problem *p);

/* Draws a right side and solves it by reference. */
void tridiag_problem_right(struct tridiag_problem *p, uint64_t *seed);
/* Puts the present right side back into x. */
void tridiag_problem_reset(struct tridiag_problem *p);
/* Puts the matrix back. */
void tridiag_problem_restore(struct tridiag_problem *p);
struct system tridiag_problem_system(const struct tridiag_problem *p);

/* Largest residual |f - A x| over (|A| |x| + |f|), row sums by rows, in units of eps, over the systems that are solved
 * according to their info; infinity if x is not finite. */
double tridiag_problem_residual(const struct tridiag_problem *p);
/* Largest |x - exact| over eps, |A^-1| and (|A| |x| + |f|). */
double tridiag_problem_error(const struct tridiag_problem *p);
/* If plans have checked: the largest difference of backward errors from those of tridiag_problem_residual, in units of
 * eps; infinity where a condition is below 1 or above |A| |A^-1|. */
double tridiag_problem_misjudged(const struct tridiag_problem *p);
/* Is everything unchanged but the solution? */
bool tridiag_problem_intact(const struct tridiag_problem *p);
