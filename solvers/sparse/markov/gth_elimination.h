/* Elimination of the states of a band from one end towards the middle, and substitution from the middle back. */
#pragma once
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/gth.h"

struct gth_side {
    struct gth_window window;
    struct gth_rates rates;
    bool shifted;
    int64_t stop; /* states n - 1 ... stop are eliminated; `band` states before them remain */
    bool second;  /* the remaining states belong to the first side, which enters the rates among them and writes their x
                   */
    bool *underflow;     /* set where products may be too small for the range of double */
    bool past_underflow; /* continues if *underflow is set; else all sides that share `underflow` stop */
    double shift;
    real *x;           /* by rows of the matrix, in: the inflow (SHIFTED); out: x */
    int32_t *exponent; /* or NULL */
    double *factor;    /* [n - stop][band], that of state s - band first; SHIFTED: then the inflow at s, over the sum */
    double *recent;    /* [2 ring] the last x, twice: any `band` of them are contiguous; ring: rows of the window */
    int32_t *recent_exponent; /* [2 ring] */
};

/* Takes the memory for this shape from `workspace`, except for the factors. */
struct gth_side gth_side_take(const struct shape *s, bool second, struct workspace *workspace);

/* Eliminates; returns the state that leads nowhere, in this side's numbers, or -1. Then rows stop - band ... stop - 1
 * of the window hold the rates among the remaining states. */
int64_t gth_side_eliminate(struct gth_side *s, int64_t n);

/* Substitutes: x of the eliminated states, from those of the band before: value and exponent [band], that of stop - 1
 * last, 0 where there is no state. Exponents stay 0 in SHIFTED systems. */
void gth_side_substitute(struct gth_side *s, int64_t n, const double *value, const int32_t *exponent);

/* The row of the matrix that an entered state stands for. */
int64_t gth_side_row(struct gth_side *s, int64_t state);
