/* A regular system for methods that need one. LINEAR, SHIFTED: unchanged. STATIONARY: the unknown of one state, the
 * pin, is held at 1, and its equation, which the others imply, is left out:
 *
 *     A' = A without row and column of the pin     b' = -column of the pin     x = (x', 1) / sum
 *
 * so that the matrix keeps its blocks; a row of ones in its stead would be dense. A' is a regular M-matrix if the chain
 * is irreducible, but the rarer the pin, the nearer to a singular one: its inverse holds the times in which the chain
 * reaches the pin. W. J. Stewart, Introduction to the Numerical Solution of Markov Chains, 1994, section 2.3. */
#pragma once
#include "solvers/sparse/matrix/csr.h"
#include "solvers/sparse/matrix/matrix.h"
#include "solvers/sparse/vectors.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pinned {
    const struct matrix *matrix;
    struct csr rows; /* of A */
    real *diag;      /* [n] of A */
    void *search;    /* for the pin, if it is PIN_AUTO */
    int64_t pin;     /* row; -1: none, or none yet */
    struct vectors v;
};

/* The row of an option table for the pin, an int64_t member. */
enum { PIN_AUTO = -1 };
extern const char *const pin_words[];
#define PIN_ROW(of, member) \
    { \
        .key = "pin", .help = "row of the state held at 1 while a stationary chain is solved; auto: a likely one", \
        .type = OPT_COUNT, .offset = offsetof(of, member), .min = 0, .max = 0x1p31, .default_value = "auto", \
        .words = pin_words \
    }

/* ST_REFUSED if there is no stored matrix or no such row. */
enum status pin_accepts(const char *method, const struct shape *shape, int64_t option);

/* Takes arrays on the HOST from `workspace`; the matrix may be NULL if they are only counted. `option`: the pin, or
 * PIN_AUTO.
 */
struct pinned pinned_of(const struct shape *shape, const struct matrix *matrix, int64_t option, int threads,
                        struct workspace *workspace);

/* Copies rows and diagonal, and finds the pin if it is to be found. */
void pinned_fill(struct pinned *a);

/* `a` with x, rows and diagonal in the space of `exec`, HOST or DEVICE, from here on; the matrix stays where it is. */
struct pinned pinned_placed(const struct pinned *a, const struct shape *shape, const struct exec *exec,
                            struct workspace *workspace);

/* Copies rows and diagonal there. */
enum status pinned_send(const struct pinned *placed, const struct pinned *a);

/* y = A x but for y[pin] = 0, which is A' x' if x[pin] = 0, and -b' + A' x' if it is 1. */
void pinned_multiply(const struct pinned *a, const real *x, real *y);

/* ||A x||_1 / sum_i |a_ii x_i| from r = -A x but for r[pin] = 0: the value missing there follows from the columns of A,
 * whose sums are 0. Without a pin ||r||_1 / norm. 0 if r is 0. */
double pinned_residual(const struct pinned *a, const real *r, const real *x, double norm);

/* The start of iterations: x / x[pin], or, if x[pin] is negligible, x = e_pin. */
void pinned_start(const struct pinned *a, real *x);

/* Sets negative values to 0: in a solution they are errors of rounding and of the tolerance. */
void pinned_clip(const struct pinned *a, real *x);

/* x / sum of x. */
void pinned_normalize(const struct pinned *a, real *x);

#ifdef __cplusplus
}
#endif
