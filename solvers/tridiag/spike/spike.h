/* The SPIKE family: a system is cut into partitions of equally many rows, each of which is solved by itself, by what
 * the method has for that, for three right sides in one pass: its own and the couplings to the unknowns next to it, the
 * spikes w and v,
 *
 *     x = y - w x_before - v x_behind
 *
 * A reduced system of two equations per partition gives the unknowns next to the cuts (spike_join.h). Partitions are
 * solved in parallel in vector lanes: rows are transposed as they are read, and kept so.
 *
 * Partitions whose spikes grow, since they are singular or nearly so, are found and cut elsewhere; rows at the cuts are
 * checked before x is written. Where that does not help, the whole system is left to thomas_pivot. */
#pragma once
#include <stdbool.h>

#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/spike/spike_join.h"

#ifdef __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#include "solvers/batch/simd_select.h"
#include "solvers/batch/simd_transpose.h"

struct spike_options {
    int64_t partitions;
    int reduced;
    bool repair;
};
extern const struct option spike_options[];

/* The values that are kept of each row. */
enum { SPIKE_Y, SPIKE_W, SPIKE_V, SPIKE_FIELDS };

/* The largest |w| and |v| of the rows of a partition; NaN where a y, w or v is not finite. */
struct spike_growth {
    real before, behind;
};

/* One system that is cut. Field f of row i, which by the first cut is row r of lane q of group g, is the value
 * ((g rows + r) SPIKE_FIELDS + f) LANES + q of `slots`, wherever the cuts come to be. */
struct spike {
    int64_t n, rows, count, groups; /* rows of a partition, whole ROWS; partitions; LANES of them each */
    struct const_rows in;           /* in.d may be x */
    real *x, *slots;
    struct spike_block *block;   /* [count] */
    struct spike_kept *kept;     /* [count]; [p]: pair p, between partitions p - 1 and p */
    struct spike_pair *pair;     /* [count + 1] */
    int64_t *start;              /* [count + 1] first rows; the last is n */
    struct spike_growth *growth; /* [count] */
    bool *by_rows;               /* [groups] solved again row by row, perhaps with other cuts */
    int64_t *info;               /* of the system, shared by the team */
    void *reduced;               /* what the solver of the reduced system needs */
};

/* A method's solution of partitions. */
struct spike_kernel {
    bool pivots;     /* else info of a system that is not solved is that of elimination in order */
    bool has_spikes; /* keeps y, w and v of each row, as the others do in groups that are solved again */
    /* Reduces the partitions of a group: sets block, growth, and the values that are kept of rows. */
    void (*reduce)(const struct spike *k, int64_t group);
    /* x of a group from the pairs, in the caller's array; the group has its first cuts. */
    void (*collect)(const struct spike *k, int64_t group);
    /* x of row i of partition p, in such a group, before it is collected. */
    real (*x)(const struct spike *k, int64_t p, int64_t i);
};

/* For struct row_method. */
int64_t spike_workspace_values(int64_t n, const void *options);
int64_t spike_solve(const struct spike_kernel *kernel, int64_t n, struct const_rows rows, real *x, real *workspace,
                    struct team team, const void *options);

static inline real spike_growth(const struct spike *k, int64_t p)
{
    const struct spike_growth g = k->growth[p];
    return g.before > g.behind ? g.before : g.behind;
}

static inline real *spike_slot(const struct spike *k, int64_t i)
{
    const int64_t p = i / k->rows, r = i % k->rows;
    return k->slots + (p / LANES * k->rows + r) * SPIKE_FIELDS * LANES + p % LANES;
}

/* x of row i of partition p. */
static inline real spike_x(const struct spike *k, int64_t p, int64_t i)
{
    const real *const at = spike_slot(k, i);
    const real rest = at[SPIKE_Y * LANES] - at[SPIKE_W * LANES] * k->pair[p].tail;
    return rest - at[SPIKE_V * LANES] * k->pair[p + 1].head;
}
