/* The systems of a batch, or some of them, solved on the device as partition_pivot.cu says: for methods that leave to
 * it what they cannot solve. Its kernels are compiled once, for all of them. */
#pragma once
#include "solvers/batch/device_batch.cuh"

#ifdef BANDSTAND_FLOAT
typedef unsigned real_bits;
#else
typedef unsigned long long real_bits;
#endif

/* The findings about each system: a bad pivot in pass 1 or in the join; a bad pivot in pass 2; the largest row_missed
 * of all parts, whose bits are ordered as it is. */
struct verdict {
    const int *wanted; /* flags of the systems that are to be solved; NULL: all */
    int *failed, *strange;
    real_bits *missed;
};

enum { JOIN_LEVELS = 9 };

/* `count` blocks of the longest system, each of so many rows; field f of block k of system s is field[f * stride + s *
 * (count + 1) + k], its equations those of pivot_part.h: l, z, p, q, e of the upper and of the lower. Later fields 0
 * and 1 are the pair before each block, and, after the last one, the last pair. */
struct join_level {
    int64_t count, stride, rows;
    real *field;
};

struct pivot_memory {
    int levels;
    struct join_level level[JOIN_LEVELS];
    struct verdict verdict;
};

/* Takes from the workspace of a plan; *bytes as in device_column. */
struct pivot_memory pivot_memory_at(void *workspace, const struct shape *shape, int64_t *bytes);

/* Solves the systems with a flag in `wanted`, or all. */
void pivot_batch_solve(const struct plan *p, const struct device_batch &g, struct pivot_memory m, const int *wanted);

static inline unsigned blocks(int64_t items, int64_t of_block)
{
    return (unsigned)((items + of_block - 1) / of_block);
}
