/* Sizes of check_system.h of systems in the lanes of vectors, for methods that find them as they solve (CHECKS): of the
 * matrix and the right side in the sweep down, of x and the residual in the sweep up, in working precision. Each of the
 * three products of a residual is fused into the difference, so that it is off by 1.5 eps (|A| |x| + |d|) at most. What
 * may have left the range of numbers is computed again from the right side, which methods keep till then. */
#pragma once
#include "solvers/batch/simd_select.h"
#include "solvers/tridiag/check/check_loops.h"

/* 1 or 1/3, by a bit of a number that is well mixed: the right side of row i for a condition estimate. */
real check_probe(int64_t i);

/* A row of the matrices and of right sides, which a ring may keep. */
struct check_lanes_row {
    vec a, b, c, d;
};
enum { CHECK_ROW = 4 };

INLINE struct check_lanes_row check_row_load(const real *p)
{
    return (struct check_lanes_row){vec_load(p), vec_load(p + LANES), vec_load(p + 2 * LANES), vec_load(p + 3 * LANES)};
}

INLINE void check_row_store(real *p, const struct check_lanes_row *r)
{
    vec_store(p, r->a), vec_store(p + LANES, r->b), vec_store(p + 2 * LANES, r->c), vec_store(p + 3 * LANES, r->d);
}

/* The largest magnitudes of the rows so far: row sums of the matrix, right sides, and h of elimination in order, whose
 * elements have not grown where it is small (growth.h). With pivoting it is 0. */
struct check_down {
    vec matrix, right, h;
};
enum { CHECK_DOWN = 3 };

INLINE struct check_down check_down_start(void)
{
    const vec none = vec_all(0);
    return (struct check_down){none, none, none};
}

INLINE struct check_down check_down_load(const real *p)
{
    return (struct check_down){vec_load(p), vec_load(p + LANES), vec_load(p + 2 * LANES)};
}

INLINE void check_down_store(real *p, const struct check_down *s)
{
    vec_store(p, s->matrix), vec_store(p + LANES, s->right), vec_store(p + 2 * LANES, s->h);
}

INLINE void check_row_down(struct check_down *s, const struct check_lanes_row *r)
{
    const vec row = vec_magnitude(r->a) + vec_magnitude(r->b) + vec_magnitude(r->c);
    s->matrix = vec_max(row, s->matrix);
    s->right = vec_larger(s->right, r->d);
}

/* x of the row below, its d - b x - c x and its a; the largest residual and x so far. */
struct check_up {
    vec below, rest, a, residual, x;
};

/* A row, after those below it; a of the first row and c of the last are 0. */
INLINE void check_row_up(struct check_up *s, const struct check_lanes_row *r, vec x)
{
    s->residual = vec_larger(s->residual, s->rest - s->a * x);
    s->rest = r->d - r->b * x - r->c * s->below;
    s->a = r->a, s->below = x;
    s->x = vec_larger(s->x, x);
}

/* The residual of the whole system, after its first row. */
INLINE vec check_residual(const struct check_up *s)
{
    return vec_larger(s->residual, s->rest);
}

/* The worst values that a thread finds in the systems of a method, and these systems. */
struct check_own {
    const struct shape *shape;
    const struct system *system;
    struct checked_worst worst;
};

/* The largest |z| of the condition estimate, infinite if z is not finite; and |h|, as in struct check_down. */
struct check_largest {
    double z, h;
};

/* System s, whose info, if there is one, is that of a method which does not check. sizes.unsound is NaN if x may have
 * values that are not finite. `right`: of row 0, right_stride apart: copied into x if the system is not solved and the
 * shape asks to restore it. */
void check_own_report(struct check_own *own, int64_t s, struct check_sizes sizes, struct check_largest largest,
                      const real *right, int64_t right_stride);

/* Before the first system; and, of threads one after the other, what they have found into the outcome. */
struct check_own check_own_begin(const struct shape *shape, const struct system *system);
void check_own_end(const struct check_own *own);

/* `count` systems from `first` on, in lanes from 0 on, after both sweeps. */
INLINE void check_lanes_report(struct check_own *own, int64_t first, int count, const struct check_down *down,
                               const struct check_up *up, vec z, const real *right, int64_t right_stride,
                               vec_bits sound, vec_bits z_sound)
{
    const vec residual = check_residual(up);
    for (int q = 0; q < count; q++) {
        const struct check_sizes sizes = {
            .residual = (double)residual[q],
            .matrix = (double)down->matrix[q],
            .x = (double)up->x[q],
            .right = (double)down->right[q],
            .unsound = sound[q] ? 0 : (double)NAN,
        };
        const struct check_largest largest = {z_sound[q] ? (double)z[q] : (double)INFINITY, (double)down->h[q]};
        check_own_report(own, first + q, sizes, largest, right + q, right_stride);
    }
}
