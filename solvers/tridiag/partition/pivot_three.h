/* The inner unknowns of parts eliminated with partial pivoting among three rows: for any regular matrix. */
#pragma once
#include "solvers/tridiag/partition/pivot_part.h"

/* The equations of the parts. Sets lanes of *strange where a pivot is zero or so small that its reciprocal overflows.
 */
struct part_equations pivot_three_reduce(const struct parts *parts, vec_bits *strange);

/* Largest residual of the first and the last row of a part, relative to the row's elements times the largest |x| of the
 * system, or to its right side. More is not rounding. */
#ifdef BANDSTAND_FLOAT
#define PIVOT_THREE_MISSED RC(0x1p-10)
#else
#define PIVOT_THREE_MISSED RC(0x1p-26)
#endif

/* x of the parts from their ends, with the same pivots. `kept`: 3 PART vectors of scratch. *missed grows to the largest
 * residual of these rows in units of their elements; lanes of *strange are also set where it or an x is not finite. */
void pivot_three_substitute(const struct parts *parts, const struct part_ends *ends, vec *kept, vec_bits *strange,
                            vec *missed);
