/* The outcome of a solve of one system, whatever the kind. */
#pragma once
#include <stdint.h>

/* The outcome of a solve; methods that iterate fill all but error and condition, others info. On the host whatever the
 * space.
 */
struct outcome {
    int64_t info;       /* 0: solved; i + 1: row i has no pivot, or x of that row is not finite; NOT_CONVERGED,
                           also where elimination lost the digits of x, its error being above NO_DIGITS */
    double error;       /* a bound on the error of x relative to x, in the sum norm or the largest-element norm, where
                           the method knows one (of elimination with pivots estimated by the factors); NAN: only the
                           residual is known. certificate.h may then bound it */
    double condition;   /* how many times a relative change of A and b may be larger in x; NAN: not known */
    int64_t iterations; /* sweeps, or products with the matrix for methods that take no sweeps */
    double residual;    /* the last one that the method computed */
    const char *chosen; /* NULL, or the method that another one chose to solve with; static */
    double *history;    /* NULL, or [capacity]: by the caller; that residual after each iteration */
    int64_t capacity;
};
enum { NOT_CONVERGED = -2 };
#define NO_DIGITS 1e-3 /* relative error from which on x counts as not solved */
