/* Elimination whose answers are checked as they are found (check_lanes.h): h and y of each row, and where a condition
 * estimate is asked for, `probed`, what they are of the probe as right side. */
#pragma once
#include "solvers/batch/info.h"
#include "solvers/tridiag/check/check_lanes.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

/* The values of an eliminated row; they lie in the ring in this order. */
struct checked_above {
    vec h, y, z;
};

INLINE int checked_values(bool probed)
{
    return probed ? 3 : 2;
}

INLINE struct checked_above checked_load(const real *ring, bool probed)
{
    return (struct checked_above){vec_load(ring), vec_load(ring + LANES),
                                  probed ? vec_load(ring + 2 * LANES) : vec_all(0)};
}

INLINE void checked_store(real *ring, const struct checked_above *s, bool probed)
{
    vec_store(ring, s->h), vec_store(ring + LANES, s->y);
    if (probed) vec_store(ring + 2 * LANES, s->z);
}

/* Above the first row. */
INLINE struct checked_above checked_start(void)
{
    const vec none = vec_all(0);
    return (struct checked_above){none, none, none};
}

/* The next row; returns 1 / pivot. */
INLINE vec checked_eliminate(struct checked_above *s, const struct check_lanes_row *r, vec probe)
{
    const vec w = 1 / (r->b - r->a * s->h), l = -r->a * w;
    s->h = r->c * w, s->y = r->d * w + l * s->y, s->z = probe * w + l * s->z;
    return w;
}

/* The state of back substitution, from row to row. */
struct checked_below {
    struct check_up up;
    vec z, z_most;
};

/* x of a row. */
INLINE vec checked_substitute(struct checked_below *s, const struct checked_above *y, const struct check_lanes_row *r,
                              bool probed)
{
    const vec x = y->y - y->h * s->up.below;
    check_row_up(&s->up, r, x);
    if (probed) s->z = y->z - y->h * s->z, s->z_most = vec_larger(s->z_most, s->z);
    return x;
}

/* A non-finite value in a row propagates up to the first: x and z are finite if those of the first row are. */
INLINE void checked_report_lanes(const struct batch *b, int64_t first, int count, const struct check_down *down,
                                 const struct checked_below *s, const real *right, int64_t right_stride)
{
    const vec_bits sound = ~vec_not_finite(s->up.below);
    for (int q = 0; b->system.info && q < count; q++)
        b->system.info[first + q] = sound[q] ? 0 : info_find(line_of(&b->shape, &b->system, first + q));
    check_lanes_report(b->own, first, count, down, &s->up, s->z_most, right, right_stride, sound,
                       ~vec_not_finite(s->z));
}

/* The systems lo ... hi - 1 of `width` neighbours each, as thomas_simd_ring (thomas_simd.h): the ring holds
 * checked_values * width * n values, and no less than that of thomas_simd_checked_few; state 18 * width; b->right
 * the right sides of a tile, width * n values, or as many as a group has. */
void thomas_simd_checked(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                         int64_t *starts);

struct tile;

/* Solves one tile, down and then up. */
void thomas_simd_checked_tile(const struct batch *b, const struct tile *t, real *ring);

/* As thomas_simd_lanes: the ring holds checked_lane_values * LANES * padded values, b->right LANES * padded. */
void thomas_simd_checked_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring);
void thomas_simd_checked_few(const struct batch *b, int64_t first, int count, real *ring);

INLINE int checked_lane_values(bool probed)
{
    return checked_values(probed) + CHECK_ROW;
}
