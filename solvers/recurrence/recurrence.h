/* Pairs of linear recurrences: their shape and their arrays. */
#pragma once
#include <stdbool.h>

#include "base/real.h"
#include "solvers/capability.h"

struct recurrence_shape {
    bool scaled; /* there is a factor for each row between the two recurrences */
};

/* Capabilities of this kind. */
enum { CAN_SCALE = CAPABILITY_OF_KIND }; /* shapes that are `scaled` */

/* Two first-order linear recurrences with constant coefficients, one down the rows and one up, in place:
 *     y_i = d_i + forward y_{i-1}      z_i = scale_i y_i      x_i = z_i + backward x_{i+1}
 * so x = R^-1 S L^-1 d with unit bidiagonal L and R. The shape says where d and x are; scale is placed as its
 * matrix. |forward|, |backward| <= 1, or the recurrence amplifies rounding errors. No step can fail: info is 0 of all
 * systems whose x is finite. */
struct recurrence {
    double forward, backward; /* rounded to real */
    const real *scale;        /* only if shape.recurrence.scaled; NULL otherwise: all ones */
};
