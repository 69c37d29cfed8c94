/* One side of a band: states taken out from its end towards the middle, and x of them from the middle back. */
#pragma once
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/gth.h"

struct gth_side {
    struct gth_window window;
    struct gth_rates feed;
    bool shifted;
    int64_t stop; /* states n - 1 ... stop are taken out; those before that are near are left */
    bool second;  /* the states that are left are the first side's: it enters the rates among them, and writes x */
    bool *narrow; /* set where products may be too small for the range of double */
    bool patient; /* goes on all the same; else all sides that share `narrow` end */
    double shift;
    real *x;           /* rows of the matrix: what enters the chain there (SHIFTED), and x */
    int32_t *exponent; /* or NULL */
    double *factor; /* [n - stop][band], that of state s - band first; SHIFTED: then what enters at s, over the sum */
    double *recent; /* [2 ring] the last x, twice: any `band` of them lie in one piece; ring: rows of the window */
    int32_t *recent_exponent; /* [2 ring] */
};

/* A side of this shape, with all of its memory but the factors. */
struct gth_side gth_side_take(const struct shape *s, bool second, struct workspace *room);

/* The state that leads nowhere, in this side's numbers, or -1. After it rows stop - band ... stop - 1 of the window
 * hold what is left. */
int64_t gth_side_eliminate(struct gth_side *s, int64_t n);

/* x of the states taken out, from those of the band before: value and exponent [band], that of stop - 1 last, 0 where
 * there is no state. Exponents stay 0 in SHIFTED systems. */
void gth_side_substitute(struct gth_side *s, int64_t n, const double *value, const int32_t *exponent);

/* Which row of the matrix a state that was entered is. */
int64_t gth_side_row(struct gth_side *s, int64_t state);
