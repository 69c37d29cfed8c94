/* The backward error of a solution by `partition_pivot` and its right side, group by group while rows are in the cache
 * (partition.h). */
#pragma once
#include "solvers/tridiag/partition/partition.h"
#include "solvers/tridiag/partition/pivot_part.h"

/* Keeps right sides of the rows of a group, from row `first` on: in `right`, and in near[PARTS_ROWS]. */
void pivot_check_keep(const struct pivot_check *c, const struct line *l, int64_t first, real *near);

/* Adds the rows of a group, solved. The unknowns before and after it are those of its ends, since those in x may not
 * be there yet. */
void pivot_check_add(struct pivot_check *c, const struct line *l, int64_t first, const struct part_ends *ends,
                     const real *near);
