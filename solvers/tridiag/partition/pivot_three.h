/* The inner unknowns of parts eliminated with partial pivoting among three rows: for any regular matrix. */
#pragma once
#include "solvers/tridiag/partition/pivot_part.h"

/* The equations of the parts. Sets lanes of *strange where a pivot is zero or so small that its reciprocal overflows.
 */
struct equations pivot_three_reduce(const struct parts *parts, vec_bits *strange);

/* x of the parts from their ends, with the same pivots. `kept`: 3 PART vectors of scratch. */
void pivot_three_substitute(const struct parts *parts, const struct ends *ends, vec *kept, vec_bits *strange);
