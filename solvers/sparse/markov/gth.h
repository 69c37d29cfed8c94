/* Elimination without subtraction (GTH): states are eliminated one by one, and the rates between the remaining ones
 * become those of the chain observed only while it is in them (the censored chain). W. K. Grassmann, M. I. Taksar, D.
 * P. Heyman, Regenerative analysis and steady state distributions for Markov chains, Operations Research 33 (1985);
 * that each probability is then right to a few units of rounding and state, however small it is: C. A. O'Cinneide,
 * Numerische Mathematik 65 (1993).
 *
 * States are numbered by the order of elimination, which begins at the last, and only those `band` or less apart
 * exchange rates: so only the rates among `band` + 1 states are stored at a time. */
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

struct gth_window gth_window_take(int64_t band, struct workspace *workspace);

/* The source of the rates: the levels of a chain, or a matrix. From the last state on, or mirrored, from the first on:
 * state t then stands for state n - 1 - t. */
struct gth_rates {
    int64_t n, band;
    bool mirrored;
    const struct qbd *levels; /* or NULL */
    struct {                  /* the next state, and the levels that hold as many tasks, one less, one more */
        int64_t tasks, level;
        struct level_span {
            int64_t low, high;
        } here, less, more;
    } position;
    int64_t alive; /* levels whose rates are kept, a power of two; 0: no levels */
    double *rate;  /* [alive][MOVES][phases] */

    const int32_t *order; /* of the matrix; or NULL */
    int64_t *place;       /* [n] of each row in that order */
    int64_t *start;       /* [n + 1] where the rates of each state begin */
    int32_t *offset;      /* offset of the state that each leads to */
    real *value;
};

/* Takes the memory for this shape from `workspace`, for elimination from the last state, or mirrored. */
struct gth_rates gth_rates_take(const struct shape *s, bool mirrored, struct workspace *workspace);

/* Starts from the first state to be entered, with levels if the system has them, else with its matrix. A mirrored one
 * shares the rates that `first`, begun before, has read from the matrix; else `first` is NULL. */
void gth_rates_begin(struct gth_rates *f, const struct system *system, const struct gth_rates *first);

/* Writes the rates out of the next state, first n - 1, then n - 2, ..., into its row of the window, whose [2 band + 1]
 * values must be 0. Returns the row of the matrix that the state stands for. */
int64_t gth_rates_enter(struct gth_rates *f, int64_t t, double *row);

/* The rows of the matrix that the entered states stand for, in reverse order, one a call. */
int64_t gth_rates_return(struct gth_rates *f, int64_t t);
