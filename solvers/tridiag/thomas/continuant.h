/* Elimination of a chain of rows, block by block, with the division off the critical path, for methods that eliminate
 * from one end or from both. */
#pragma once
#include "solvers/batch/line.h"

/* x_i = y_i - h_i x_{i+1}, y in the place of the right side. To start with, `line` and `h` are set, the rest is 0. */
struct chain {
    struct line line;
    real *h;      /* [line.n - 1] */
    real inverse; /* of the last pivot */
    int64_t done; /* rows eliminated; in back substitution, rows that remain */
    real end;     /* y of the last row eliminated, x of the last row solved for */
    real squares; /* the sum of those of h, but for the last row's */
};

/* The rows of l from the last to the first: each row's upper coefficient is its lower one. */
static inline struct line line_reversed(struct line l)
{
    const int64_t last = (l.n - 1) * l.stride, x_last = (l.n - 1) * l.x_stride;
    return (struct line){
        .n = l.n,
        .stride = -l.stride,
        .x_stride = -l.x_stride,
        .a = l.c + last,
        .b = l.b + last,
        .c = l.a + last,
        .x = l.x + x_last,
        .shift = l.shift,
    };
}

/* Eliminates the next few rows. Neither a of the first row nor c of the last is read. A pivot that is zero or not
 * finite makes y of its row and of all rows below not finite. */
void chain_eliminate(struct chain *k);

/* The coupling of the last row, eliminated, to a row after it: h of x_{n-1} = y_{n-1} - h x_n. Reads c of the last
 * row.
 */
real chain_link(const struct chain *k);

/* With all rows eliminated: begins back substitution with the last unknown. */
void chain_turn(struct chain *k, real x);

/* Solves for the next few rows, upwards. */
void chain_substitute(struct chain *k);
