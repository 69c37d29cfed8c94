/* Tridiagonal systems: their shape and their arrays. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"
#include "solvers/capability.h"

struct tridiag_shape {
    bool cyclic;  /* lower[0] couples row 0 to the last row, upper of the last row couples it to row 0 */
    bool shifted; /* there is a shift: the matrix of system s is that of the arrays + shift[s] I */
    /* Also by the options of every method, of the same names (check/check.h, what they cost). check: a solve finds
     * system.backward and system.condition where they are asked for, and info is INACCURATE where the backward error is
     * above 256 eps; refine: one step of iterative refinement. */
    bool check, refine;
    /* No option. With check and an array for info: x of a system whose info says that it is not solved is its right
     * side again, for those who then solve it by another method. On the host. */
    bool restore;
    /* No option. The right side is tridiag.right, which is read only; x is written only. On the host, by methods with
     * RIGHT_APART, without check and refine. */
    bool apart;
};

/* Capabilities of this kind. */
enum {
    CAN_SHIFT = CAPABILITY_OF_KIND,       /* adds the shift as it reads the diagonal */
    SEES_GROWTH = 2 * CAPABILITY_OF_KIND, /* without pivoting, but info is PIVOTS_GREW, or another method solves, where
                                             elements have grown; if it does not report info, it leaves PIVOTS_GREW or
                                             0 in it (batch/growth.h) */
    CHECKS = 4 * CAPABILITY_OF_KIND, /* is given shapes with check as they are, and restore with them: finds backward
                                       errors and conditions in the sweeps of a solve and reports info itself. Its hook
                                       `checks` says of which shapes; plans around it check the others, and refine */
    RIGHT_APART = 8 * CAPABILITY_OF_KIND /* takes right sides that lie apart from x */
};

/* lower_i x_{i-1} + (diag_i + shift) x_i + upper_i x_{i+1} = rhs_i, where shift is that of the system, if there are
 * any. Unless cyclic, lower of the first row and upper of the last are never used: they are elements of the arrays, but
 * may hold anything, NaN too. info of a system is i + 1 of the first row whose pivot is zero or not finite, or, if the
 * pivots of elimination in order are fine, whose x is not finite. All arrays belong to the caller. */
struct tridiag {
    const real *lower, *diag, *upper;
    const real *shift; /* [batch], only if shape.tridiag.shifted: added to the diagonal, and rounded, before all else */
    bool bound; /* where shape.tridiag.restore: rows are probably dominant, and a method that proves from its factors
                   that a backward error is small need not find it, nor a condition */
    const real *right; /* only if shape.tridiag.apart: placed as x, and not part of it */
};
