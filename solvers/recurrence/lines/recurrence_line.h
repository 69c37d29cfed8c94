/* The rows of one system of a batch of recurrences, and the hooks that their methods share. */
#pragma once
#include "solvers/batch/team.h"
#include "solvers/solver.h"

/* Row i is x[i * stride] and, if there is a scale, scale[i * scale_stride]. */
struct recurrence_line {
    int64_t n, stride, scale_stride;
    real forward, backward;
    const real *scale; /* or NULL */
    real *x;
};

/* That of system s. */
struct recurrence_line recurrence_line_of(const struct shape *shape, const struct system *system, int64_t s);

/* x_k += factor x_{k-1} for k = 0 ... count - 1, where x_k is x[k * stride] and x_{-1} is `before`. Returns the last x,
 * or `before` if there is none. A negative stride goes up the rows. */
real recurrence_run(real *x, int64_t count, int64_t stride, real factor, real before);

/* The two recurrences of a line in order. Down: x becomes z; returns y of the last row, given that of the row before
 * the first. Up: z becomes x; returns that of the first row, given x of the row after the last. Of a line without rows
 * they return what they are given. */
real recurrence_down(const struct recurrence_line *c, real before);
real recurrence_up(const struct recurrence_line *c, real behind);

/* A method; solver->variant points to it. */
struct recurrence_method {
    bool splits;                /* can share a system among a team */
    double flops, scaled_flops; /* of a row, and of one that is scaled, for the cost */
    /* Optional. Values that a solve needs once, from the coefficients, and how to compute them. */
    int64_t (*table)(const struct shape *shape, const void *options);
    void (*prepare)(const struct plan *plan, const struct recurrence *r, real *table);
    /* Optional. Values of workspace for a system of n rows, solved by as many ranks. */
    int64_t (*workspace_values)(const struct shape *shape, const void *options, int ranks);
    /* Called by every rank. */
    void (*solve)(const struct plan *plan, const struct recurrence_line *c, const real *table, real *workspace,
                  struct team team, struct trace *trace);
};

/* The hooks of a solver whose `variant` is a recurrence_method. All systems are solved: one per thread, or, if there
 * are fewer than threads and the method splits, one after the other by all threads. The cost: the right side is read
 * and the solution written, and a scale is read. */
extern const struct solver_hooks recurrence_hooks;
