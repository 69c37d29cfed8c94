/* An order in which a matrix has a small bandwidth. */
#pragma once
#include "solvers/sparse/matrix/csr_double.h"

/* Reverse Cuthill-McKee on the pattern of the matrix and its transpose: from a peripheral row (J. A. George, J. W. H.
 * Liu, An implementation of a pseudoperipheral node finder, ACM Trans. Math. Software 5, 1979) neighbours by rising
 * degree, the whole order reversed (E. Cuthill, J. McKee, 1969; George 1971). O(entries log of the largest degree).
 * order [n]: order[k] is the k-th row. *band: the largest distance in that order. ST_NOMEM. */
enum status rcm_order(const struct csr_double *r, int32_t *order, int64_t *band);
