/* Elimination without subtraction: the states of a chain are taken out one by one, and the rates between those that are
 * left become those of the chain watched only while it is in them. W. K. Grassmann, M. I. Taksar, D. P. Heyman,
 * Regenerative analysis and steady state distributions for Markov chains, Operations Research 33 (1985); that each
 * probability is then right to a few units of rounding and state, however small it is: C. A. O'Cinneide, Numerische
 * Mathematik 65 (1993).
 *
 * States are numbered by the order of elimination, which begins at the last, and only those `band` or less apart
 * exchange rates: so the rates that are alive at one time are those among `band` + 1 states. */
#pragma once
#include <string.h>

#include "solvers/batch/workspace.h"
#include "solvers/solver.h"
#include "solvers/sparse/matrix/matrix.h"

/* The rates out of state t, to those t - band ... t + band, [2 band + 1], then what leaves the chain (SHIFTED: to
 * nowhere), then what enters it there. Rows are kept in a ring. */
struct gth_window {
    int64_t band, stride, mask;
    double *row;
};

static inline double *gth_window_row(const struct gth_window *w, int64_t t)
{
    return w->row + (t & w->mask) * w->stride;
}

struct gth_window gth_window_take(int64_t band, struct workspace *room);

/* Where the rates come from: the levels of a chain, or a matrix. From the last state on, or mirrored, from the first:
 * state t is then the one that is n - 1 - t else. */
struct gth_rates {
    int64_t n, band;
    bool mirrored;
    const struct qbd *levels; /* or NULL */
    struct {                  /* the state that is next, and the levels that hold as many tasks, one less, one more */
        int64_t tasks, level;
        struct level_span {
            int64_t low, high;
        } here, less, more;
    } at;
    int64_t alive; /* levels whose rates are kept, a power of two; 0: there are none */
    double *rate;  /* [alive][MOVES][phases] */

    const int32_t *order; /* of the matrix; or NULL */
    int64_t *place;       /* [n] of each row in that order */
    int64_t *start;       /* [n + 1] where the rates of each state begin */
    int32_t *far;         /* how far each goes */
    real *value;
};

/* A feed of this shape, with its memory: of the first side, or mirrored. */
struct gth_rates gth_rates_take(const struct shape *s, bool mirrored, struct workspace *room);

/* Back to the beginning, with what the system gives; levels are preferred to the matrix. A mirrored feed takes the
 * rates that `first`, begun before, has from the matrix; else it is NULL. */
void gth_rates_begin(struct gth_rates *f, const struct blocktri *b, const struct gth_rates *first);

/* Writes the rates out of the next state, n - 1, n - 2, ... in turn, into its row of the window, of which [2 band + 1]
 * are 0 before. Returns which row of the matrix it is. */
int64_t gth_rates_enter(struct gth_rates *f, int64_t t, double *row);

/* Back again: which rows of the matrix the states entered are, the last first. */
int64_t gth_rates_return(struct gth_rates *f, int64_t t);
