/* The fused step on the device: one sweep over the field for each axis of more than one node. A block takes a tile of
 * complete lines into shared memory, where each line is cut into chunks, one per thread.
 *
 * A line of M x = d is solved by the factors of fused.h from its first row: y_i = d_i + l_i y_{i-1} forward, z_i = y_i
 * + h_i z_{i+1} + e_i z_{n-1} back. Both recurrences are linear, so a chunk needs only the last value of the rows
 * before it: every thread solves its chunk once as if that value were 0, then sums the ends of all chunks before its
 * own, each weighted with the products of l over the chunks between, and solves again from the right value.
 *
 * H. S. Stone, An efficient parallel algorithm for the solution of a tridiagonal linear system of equations, J. ACM 20
 * (1973) 27, for the recurrences; here with chunks, and with products that the factors keep. */
#pragma once
#include "apps/adi/problem/grid.h"
#include "apps/adi/step/step.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SWEEP_THREADS = 256, SWEEP_EDGES = 3 /* values that a thread shares with the others */ };

struct fused_sweep {
    int axis;
    bool cyclic, fixed[2]; /* fixed: a Dirichlet end */
    int64_t count, run;    /* lines; how many are adjacent in memory, 1 if a line is contiguous */
    int n;                 /* rows of a line */
    int lines, chunks,
        rows;              /* lines of a tile, chunks of a line, rows of a chunk: odd, for the banks of shared memory */
    const real *l, *h;     /* [chunks * rows], on the device as all below */
    const real *w, *r, *e; /* [n]; of a cyclic axis the last r and e are 1, so that z_{n-1} is the sum of all r y */
    const real *forward, *back; /* [chunks] product of l, of h */
};

struct fused_sweeps {
    int count;
    struct fused_sweep sweep[3];
    struct fused_axis *axis; /* [3], of fused.h, in factors */
    real *factors;
    int64_t size;         /* reals of the tables */
    real *packed, *table; /* on the host and on the device */
};

/* Does a line of n nodes fit? At most fused_sweep_longest() do. */
bool fused_sweep_fits(int64_t n);
int64_t fused_sweep_longest(void);

int64_t fused_sweep_shared_bytes(const struct fused_sweep *s);

/* On failure fused_sweeps_free still cleans up. */
enum status fused_sweeps_make(struct fused_sweeps *s, const struct grid *g);
void fused_sweeps_free(struct fused_sweeps *s);

/* Factors new operators, which are on the host. ST_REFUSED if a pivot vanishes. */
enum status fused_sweeps_factor(struct fused_sweeps *s, const struct line_operator line[3], const struct exec *exec);

#ifdef __cplusplus
}
#endif
