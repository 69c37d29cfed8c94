/* Elimination with pivoting whose answers are checked as they are found (check_lanes.h): u, v and y of each row, and
 * where a condition estimate is asked for, `probed`, y of the probe as right side. */
#pragma once
#include "solvers/tridiag/check/check_lanes.h"
#include "solvers/tridiag/pivoting/thomas_pivot_simd.h"

INLINE int pivot_checked_values(bool probed)
{
    return probed ? PIVOT_ROW + 1 : PIVOT_ROW;
}

INLINE int pivot_checked_lane_values(bool probed)
{
    return pivot_checked_values(probed) + CHECK_ROW;
}

/* The next row; what becomes of the pivot row above goes into the ring. */
INLINE void pivot_checked_eliminate(struct pivot_rest *k, struct pivot_second *z, const struct check_lanes_row *r,
                                    bool probed, real *ring)
{
    const struct pivot_row pivot = pivot_rest_step_both(k, r->a, r->b, r->c, r->d, probed ? z : NULL);
    pivot_row_store(ring, &pivot);
    if (probed) vec_store(ring + PIVOT_ROW * LANES, z->y);
}

/* The pivot row of the last row; z->d is 0. */
INLINE void pivot_checked_end(struct pivot_rest *k, struct pivot_second *z, bool probed, real *ring)
{
    const struct check_lanes_row end = {vec_all(0), vec_all(1), vec_all(0), vec_all(0)};
    pivot_checked_eliminate(k, z, &end, probed, ring);
}

/* The state of back substitution, from row to row: of x, and of z. */
struct pivot_checked_below {
    struct check_up up;
    vec far;
    struct pivot_below z;
    vec z_most;
};

/* x of the row in the ring. */
INLINE vec pivot_checked_substitute(struct pivot_checked_below *s, const real *ring, const struct check_lanes_row *r,
                                    bool probed)
{
    struct pivot_below below = {s->up.below, s->far};
    const vec x = pivot_row_solve(ring, &below);
    s->far = below.far;
    check_row_up(&s->up, r, x);
    if (probed) {
        const vec rest = vec_load(ring + PIVOT_ROW * LANES) - vec_load(ring + LANES) * s->z.far;
        s->z.far = s->z.near, s->z.near = rest - vec_load(ring) * s->z.near;
        s->z_most = vec_larger(s->z_most, s->z.near);
    }
    return x;
}

INLINE void pivot_checked_report(const struct batch *b, int64_t first, int count, const struct check_down *down,
                                 const struct pivot_checked_below *s, const real *right, int64_t right_stride)
{
    pivot_simd_report(b, first, count);
    check_lanes_report(b->own, first, count, down, &s->up, s->z_most, right, right_stride, ~vec_not_finite(s->up.below),
                       ~vec_not_finite(s->z.near));
}

/* As pivot_simd_again, with the right side back in x afterwards, and z in the ring too if there is a probe. `ring`: of
 * row 0. b->right: n values of scratch. */
void pivot_checked_again(const struct batch *b, int64_t system, real *ring, int64_t stride, int64_t rows);

/* As pivot_simd_rows, pivot_simd_lanes and pivot_simd_few: a row of the ring has pivot_checked_values * width values,
 * or pivot_checked_lane_values * LANES; b->state PIVOT_CHECKED * width. b->right: right sides of a tile or a group. */
enum { PIVOT_CHECKED = PIVOT_REST + 1 + 2 * CHECK_DOWN + 9 };

void pivot_simd_checked(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts);
void pivot_simd_checked_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring);
void pivot_simd_checked_few(const struct batch *b, int64_t first, int count, real *ring);
