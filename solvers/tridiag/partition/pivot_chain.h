/* The inner unknowns of parts eliminated with partial pivoting between two rows, without a division and without a
 * choice on the chain of dependences.
 *
 * Going down from row 1, one row is left over after each elimination, on (x_i, x_{i+1}). Whatever the pivots were, it
 * is s times
 *
 *     p' = b p - a q     q = c p of the row before     e' = d p - a e     z' = -a z
 *
 * and only its scale knows of pivots: s' = max(|a| s, |p|), the larger one being the pivot. Each sum is rounded
 * relative to terms of the size of s', as in elimination with interchanges. The state is divided by a power of two from
 * s of two rows before, so that nothing waits for it. Where s leaves the range within four rows, parts are to be
 * reduced by pivot_three.h. L.-W. Chang, thesis, Illinois, 2014, section 4.1, has the recurrence for pivots on the
 * diagonal. */
#pragma once
#include "solvers/tridiag/partition/pivot_part.h"

/* The equations of the parts; `rows`: PART / ROWS of workspace. Returns the lanes whose equations are not to be used:
 * where s left the range, or row 0 has no part in the upper equation, which then says nothing about it. */
vec_bits pivot_chain_reduce(const struct parts *parts, struct part_rows *rows, struct part_equations *out);

/* x of the parts from their ends; `kept`: 3 PART vectors, `right`: PART vectors of workspace. Returns the lanes where
 * row 0 does not hold, the last row is far from it, or an x is not finite: x of all parts is then as it was before. */
vec_bits pivot_chain_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec *right);
