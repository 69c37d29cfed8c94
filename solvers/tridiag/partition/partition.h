/* Methods for one large system, for those that fall back to them: every rank waits for the others before it calls one,
 * since flags of both lie in the same memory. */
#pragma once
#include "solvers/tridiag/check/check_system.h"
#include "solvers/tridiag/partition/single_system.h"

/* The methods of these names, and `partition_pivot` with rows divided by powers of two. */
extern const struct single_system_method partition, partition_pivot, partition_pivot_scaled;

/* `windows` without its fallback, of an answer that needs no check. Pivots are at most 8 |b_i| (lane_runs.h), so that
 * |L| |U| <= 17 |A| row by row, and the backward error is below 128 eps whatever the matrix: N. J. Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd edition 2002, theorem 9.14 and section 9.6; where windows meet, 8 eps of the
 * terms of a row are added. What is lost below the least number, at most 2^130 of them an unknown, in float 2^34, is
 * less than a rounding where some |d_i| is far above that.
 *
 * Called by every rank, with windows_values(n, ranks) values of workspace. Returns 0, or PIVOTS_GREW where the system
 * is not solved so: x is then its right side again but for some eps of *undone, the largest sum of terms of a row by
 * which it was restored; 0 where nothing had been written, or the right side lies apart, and x holds anything. */
int64_t windows_values(int64_t n, int64_t ranks);
int64_t windows_solve(struct line l, real *workspace, struct team team, double *undone);

/* The check of an answer by `partition_pivot`, by one thread while the rows are in its cache. */
struct pivot_check {
    real *right;              /* [n], of the team, aligned to 64 bytes: the right side */
    struct check_sizes sizes; /* of the rows that this rank solved, for a backward error */
    bool done;                /* false: sizes are still to be found, of all rows */
};

/* `partition_pivot` with that: right sides go past the caches, 8 bytes a row in double in addition to the 72 of a
 * solve. */
int64_t partition_pivot_checked(struct line l, real *workspace, struct team team, struct pivot_check *check);
