/* The report of a solve besides x, of any kind: info of each system, and the outcome as a whole. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/real.h"

/* info of a system: 0, solved; i + 1 > 0, row i has no pivot, or its x is not finite; or one of these. info_is_good
 * says which of them are answers. */
enum {
    SOLVED_BY_FALLBACK = -1, /* solved, by the method that this one, which found it unsuitable, names in its `about`;
                                or a cyclic system, by elimination of its whole matrix (tridiag/cyclic/cyclic_mend.h) */
    NOT_CONVERGED = -2,      /* also where the relative error after elimination is above NO_DIGITS */
    INFO_UNKNOWN = -3,       /* only of an outcome: several systems, or on the device, without an array for info */
    INACCURATE = -4,         /* x is there, but its backward error is larger than a method's rounding explains: found
                                only where it is computed (shape.tridiag.check) */
    PIVOTS_GREW = -5         /* x is there, but a third of its digits or more may be wrong: elements grew in elimination
                                without pivoting. Found by methods with SEES_GROWTH */
};

/* May x be used? */
static inline EITHER_SPACE bool info_is_good(int64_t info)
{
    return info == 0 || info == SOLVED_BY_FALLBACK;
}

#define BACKWARD_MAX \
    (256 * (double)REAL_EPS) /* backward error above which x is INACCURATE: methods promise a few eps */
#define NO_DIGITS 1e-3       /* relative error from which on x counts as not solved */

/* The outcome of a solve. NAN, or 0, of what the method does not find. On the host whatever the space. */
struct outcome {
    int64_t info;       /* 0, or that of the first system that was not solved, or INFO_UNKNOWN */
    double error;       /* a bound on the error of x relative to x, in the sum norm or the largest-element norm, where
                           the method knows one (elimination with pivots: estimated from its factors); NAN: only the
                           residual is known. solvers/sparse/markov/certificate.h bounds that of chains */
    double condition;   /* condition number: a bound on the relative change of x over that of A and b; where only a
                           lower bound of it is known, as by shape.tridiag.check, that: the largest of all systems */
    double growth;      /* the largest element met in elimination, relative to the largest of A */
    double residual;    /* the last one that the method computed */
    double backward;    /* the largest backward error of all systems, where it is computed (shape.tridiag.check) */
    int64_t iterations; /* sweeps, or products with the matrix for methods that take no sweeps */
    const char *chosen; /* NULL, or the method that another one chose to solve with; static */
    const char *why;    /* NULL, or why: half a sentence, "all matrices are dominant by rows"; static */
    double *history;    /* in: NULL, or [capacity], by the caller; out: that residual after each iteration */
    int64_t capacity;
};
