/* A scan in two levels, in place: sums of the rows of each block, then recurrences over blocks, then the rows.
 *
 * With BLOCK rows B in a block, Y being y of the row before it and X being x of the row after it,
 *     y_i = u_i + f^{i+1} Y       u_i = d_i + f u_{i-1}, u_{-1} = 0
 *     x_i = v_i + g^{B-i} X       v_i = s_i y_i + g v_{i+1}, v_B = 0         i = 0 ... B-1
 * The first pass over the rows computes the three values by which a block affects others (two of them weighted sums of
 * d where there is no scale). With them the recurrences over blocks give Y and X of every block:
 *
 *     own y = u_{B-1}          Y_{k+1} = own y_k + f^B Y_k
 *     own x = v_0 if Y = 0     X_{k-1} = own x_k + coupling_k Y_k + g^B X_k     coupling = sum_i g^i s_i f^{i+1}
 *
 * The second pass has a block in each lane of a vector (LANES of them are a group), transposed in registers. It goes
 * down one group while it goes up the group before, so that two independent chains of operations overlap. u and v start
 * from 0 in every block: the large term is added last, and rounded once.
 *
 * Blelloch, Prefix sums and their applications, CMU-CS-90-190, 1990: reduce, scan, and scan within the blocks. Stable
 * for |f|, |g| <= 1. Rows cross the bus three times, twice to be read and once to be written: 24 bytes each in double
 * precision, the least for a method that keeps nothing in the caches from one pass to the next. */
#pragma once
#include "solvers/batch/simd.h"
#include "solvers/recurrence/lines/recurrence_line.h"

enum { SCAN_BLOCK = 256, SCAN_GROUP = SCAN_BLOCK * LANES };

/* A coefficient with more digits than a real has: high + low. */
struct scan_fine {
    real high, low;
};

/* The sums of the blocks of one system, and, from the recurrences over them, the start values of their rows. */
struct scan_blocks {
    int64_t count;
    real *y, *x;                        /* in: own y, own x; out: Y, X */
    const real *coupling;               /* of each block; NULL: all `coupled` */
    struct scan_fine down, up, coupled; /* f^B, g^B */
};

/* Behind solver->variant: a recurrence_method, and the recurrences over blocks, which make Y and X of them. */
struct scan_method {
    struct recurrence_method method;
    void (*over)(const struct scan_blocks *b);
};
#define SCAN_METHOD(over_) \
    { \
        .method = {.splits = true, \
                   .flops = 12, \
                   .scaled_flops = 18, \
                   .table = scan_table, \
                   .prepare = scan_prepare, \
                   .workspace_values = scan_workspace_values, \
                   .solve = scan_solve}, \
        .over = over_ \
    }

/* Options of scan and scan_compensated. */
struct scan_ahead_options {
    int64_t ahead; /* bytes from a use to its prefetch, or TUNING_AUTO */
};
extern const struct option scan_ahead_table[];

int64_t scan_table(const struct shape *shape, const void *options);
void scan_prepare(const struct plan *plan, const struct recurrence *r, real *table);
int64_t scan_workspace_values(const struct shape *shape, const void *options, int ranks);
void scan_solve(const struct plan *plan, const struct recurrence_line *c, const real *table, real *workspace,
                struct team team, struct trace *trace);
