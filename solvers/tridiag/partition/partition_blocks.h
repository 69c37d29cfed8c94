/* The blocks of `partition`: what pass 1 keeps of PARTITION_BLOCK rows of each run, and what pass 2 begins with. */
#pragma once
#include <stdbool.h>

#include "solvers/tridiag/partition/lane_runs.h"

enum { PARTITION_BLOCK = 128 };

/* x = one + left * (x to the left) + right * (x to the right) */
struct partition_relation {
    vec one, left, right;
};

/* The relations of a block: x before it by u and its first x, and its first x by u and x after it. */
struct partition_block {
    struct partition_relation before, first;
};

/* The state that pass 1 carries from row to row: elimination, and x of the last row by u. */
struct partition_pass {
    struct lane_chain chain;
    vec left;
};

/* Eliminates rows from ... to - 1 of the runs, and begins elimination again after them. *reach is the factor of the
 * first of them in x of the first row of the run. False if a factor is above 8. */
bool partition_block_reduce(const struct lane_runs *f, int64_t from, int64_t to, struct partition_pass *k, vec *reach,
                            struct partition_block *out);

/* x of the last row of the runs. */
void partition_block_end(struct partition_pass *k, struct partition_relation *last);

/* The relation of the first row of a block before: the row after it is that of `first`. */
void partition_block_join(struct partition_relation *first, const struct partition_block *before);
