/* Proofs, before anything is solved, that elimination in order answers well: for matrices that are solved with many
 * right sides, since a look at a matrix then costs less than a check of each answer.
 *
 * Elimination in order, u_i = b_i - a_i h_{i-1}, h_i = c_i / u_i, has a backward error of a few eps times the largest
 * |a_i h_{i-1}| + |u_i| over the elements of row i: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd
 * edition 2002, section 9.6. That is small for each row against its own elements, so that one large row excuses no
 * other. Pivots in the middle of the range, and a right side not far below, lose nothing that counts below the least
 * number. What overflows is not finite in x, and is reported, though other methods might solve it: right sides are gone
 * then. Where a matrix itself was looked at, intermediate results are not above 2^20 |x| or |A| |x|: so that takes, of
 * right sides that begin with ordinary numbers, an x as near to the largest number as that. */
#pragma once
#include <stdbool.h>

#include "solvers/batch/line.h"

/* Are all matrices eliminated without growth? Of one matrix for all systems, that is looked at; where each system adds
 * a shift to it, dominance that no shift takes away is a proof. Not cyclic. */
bool proof_of_matrices(const struct shape *shape, const struct system *system, int threads);

/* Does each right side have a value of some size, or none but 0? Most have one in their first rows; the first that has
 * some size is not near the largest number. */
bool proof_of_rights(const struct shape *shape, const struct system *system, int threads);
