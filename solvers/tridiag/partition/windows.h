/* What the files of windows share. */
#pragma once
#include <math.h>

#include "solvers/tridiag/partition/lane_runs.h"
#include "solvers/tridiag/partition/single_system.h"

enum {
    LOOK_MOST = 1024, /* rows that are looked ahead or back for an influence to vanish */
};

/* A product of factors that is as good as 0, if what it is multiplied with is no larger than what it adds to; and by
 * how much two values that are to be the same x may then differ, relative to the terms of the row beside them. */
#define NEGLIGIBLE (REAL_EPS * RC(1e-3))
#define SEAM (8 * (double)REAL_EPS)

/* Of a group of runs: what elimination hands to their first rows; where substitution has come to; what the last row
 * that is solved took for x of the next. Where two windows turned out not to meet, at row `seam`, what the row before
 * it took for x of this one, and this one for x of the row before. */
struct window_group {
    vec q, p, y;
    int64_t done, seam;
    vec right, seam_right, seam_left;
};

struct windows {
    struct line line;
    struct lane_cut cut;
    int64_t *failed;
    struct window_group *groups;
    real *first; /* x of the first row of each run, as seen before anything is solved; and 0 behind the last */
    real *ring;
};

/* Fills q, p, y and `first` of a group; writes nothing else. False if some influence is still there LOOK_MOST rows
 * away. */
bool windows_look_ahead(const struct windows *w, int64_t group);

/* Does row `row` hold although a neighbour's x, which it has with that factor, is off by so much? Not where that is not
 * finite. */
bool windows_holds(struct line l, int64_t row, real factor, double off);

/* Do the runs of a group that is solved meet those before them? And is x of the first row of all a number: no other
 * window would tell. */
bool windows_meet(const struct windows *w, int64_t group);

/* Makes the right side anew from what is solved of a group. */
void windows_undo(const struct windows *w, int64_t group);

INLINE bool all_small(vec v)
{
    bool small = true;
    for (int q = 0; q < LANES; q++) small &= v[q] <= NEGLIGIBLE && v[q] >= -NEGLIGIBLE;
    return small;
}

/* x = y + h x' of some row, x' being x of row i, becomes that by x of row i + STEP. In a tree, not in order: so it
 * takes little time, and what is rounded is forgotten by the rows before that are substituted in order. */
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
