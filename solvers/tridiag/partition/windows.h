/* The parts of the method `windows`: lookahead before it, checks and undo after it. */
#pragma once
#include <math.h>

#include "solvers/tridiag/partition/lane_runs.h"
#include "solvers/tridiag/partition/single_system.h"

enum {
    LOOK_MAX = 1024, /* most rows in which an influence must vanish */
};

/* A product of factors is negligible below the first, if what it multiplies is no larger than what it is added to; the
 * second is the largest difference of two values of the same x, relative to the terms of the row next to them. */
#define NEGLIGIBLE (REAL_EPS * RC(1e-3))
#define SEAM (8 * (double)REAL_EPS)

/* The state of a group of runs: elimination before their first rows, the progress of substitution, and the x that the
 * last solved row assumed for the next. Where two windows differ, at row `seam`: the x that the row before assumed for
 * it, and the x that it assumed for the row before. */
struct window_group {
    vec q, p, y;
    int64_t done, seam;
    vec right, seam_right, seam_left;
};

struct windows {
    struct line line;
    struct lane_cut cut;
    int64_t *failed;
    double *undone; /* the largest terms of rows that windows_undo met */
    struct window_group *groups;
    real *first; /* x of the first row of each run, from the lookahead; and 0 after the last */
    real *ring;
    int64_t ahead; /* rows from a use to its prefetch */
};

/* Fills q, p, y and `first` of a group; writes nothing else. False if some influence has not vanished within LOOK_MAX
 * rows. */
bool windows_look_ahead(const struct windows *w, int64_t group);

/* Is row `row` satisfied although the x of a neighbour, with this factor, is off by so much? False if that is not
 * finite. */
bool windows_holds(struct line l, int64_t row, real factor, double off);

/* Do the runs of a solved group agree with those before them? And is x of the very first row finite, which no other
 * window checks? */
bool windows_meet(const struct windows *w, int64_t group);

/* Restores the right side of the solved rows of a group. Returns the largest |a_i x_{i-1}| + |b_i x_i| + |c_i x_{i+1}|
 * met, of which a rounding is lost. */
double windows_undo(const struct windows *w, int64_t group);

INLINE bool all_small(vec v)
{
    bool small = true;
    for (int q = 0; q < LANES; q++) small &= v[q] <= NEGLIGIBLE && v[q] >= -NEGLIGIBLE;
    return small;
}

/* x = y + h x' of some row, x' being x of row i, becomes that by x of row i + STEP. By a tree, not row by row: that is
 * faster, and its rounding errors decay in the rows before, which are substituted in order. */
INLINE void look_on(const real *ring, vec *h, vec *y)
{
    vec hs[STEP], ys[STEP];
    for (int r = 0; r < STEP; r++) {
        hs[r] = -vec_load(ring + r * 2 * LANES);
        ys[r] = vec_load(ring + r * 2 * LANES + LANES);
    }
    for (int width = STEP / 2; width >= 1; width /= 2)
        for (int r = 0; r < width; r++) {
            ys[r] = ys[2 * r] + hs[2 * r] * ys[2 * r + 1];
            hs[r] = hs[2 * r] * hs[2 * r + 1];
        }
    *y += *h * ys[0];
    *h *= hs[0];
}
