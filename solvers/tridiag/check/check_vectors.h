/* The sizes of check_system.h of many rows at once, in vectors of doubles. */
#pragma once
#include "solvers/tridiag/check/check_system.h"

/* Adds those of rows 1 ... n - 2 of a system whose rows and right side are contiguous. Values `ahead` of it are asked
 * for meanwhile, of each array: those of the next chunk; any number will do. */
void check_add_rows(const struct check_system *k, int64_t ahead, struct check_sizes *sizes);

/* Rows from ... to - 1 of KEPT_LINE systems, none of them the first or the last. */
struct check_part {
    int64_t from, to, ahead; /* ahead: as above */
    bool one;                /* they have one matrix; else their matrices are interleaved */
    const real *shift;       /* or NULL: of each system */
};

/* Adds those of KEPT_LINE systems from `k` on; x and right sides are interleaved. */
void check_add_side(const struct check_system *k, struct check_part part, struct check_sizes *sizes);
