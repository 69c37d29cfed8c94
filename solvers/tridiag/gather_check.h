/* Checks answers of methods without pivoting that work on copies of the rows: the right side is where it was. */
#pragma once
#include "solvers/batch/line.h"

/* x lies apart, contiguous; `line` is the system as it was given, its right side in the place of x. */
struct gathered_answer {
    struct line line;
    const real *x;
};

/* Is a row from ... to - 1 not satisfied, against its own terms, by more than growth of GROWTH_MAX explains? True of an
 * x that is not finite. Each row is read once. */
bool gathered_misses(const struct gathered_answer *k, int64_t from, int64_t to);

/* gathered_misses for all rows, against their elements times the largest |x|: what rounding may do where x differs in
 * size. */
bool gathered_is_wrong(const struct gathered_answer *k);
