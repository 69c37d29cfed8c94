/* Systems coupled along trees, as of branched cables: their shape and their arrays. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "solvers/capability.h"

/* The parent of a row is a row before it, or -1 at a root; a system may have several roots. With one tree for all, a
 * system of fewer rows has the first rows of the tree. Plans copy both arrays. */
struct tree_shape {
    const int64_t *parents; /* of the rows of the tree, or of the trees one after the other */
    const int64_t *firsts;  /* [batch] element of parents that row 0 of a system is, any number of systems at the same;
                               NULL: one tree for all, at element 0 */
};

/* Capabilities of this kind. */
enum { CAN_BRANCH = CAPABILITY_OF_KIND }; /* any tree, not only rows that each hang on the row before */

/* diag_i x_i + lower_i x_parent(i) + sum of upper_c x_c over the children c of row i = rhs_i: both couplings of a row
 * to its parent are stored at the row. lower and upper of roots are never used: they are elements of the arrays, but
 * may hold anything, NaN too. info of a system is i + 1 of the first row that elimination from the last row to the
 * first finds with a pivot that is zero or not finite, or, if the pivots are fine, i + 1 of the first row whose x is
 * not finite. All arrays belong to the caller. */
struct tree {
    const real *lower, *diag, *upper;
};
