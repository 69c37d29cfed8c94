/* Hooks of methods that need contiguous rows, or overwrite them: systems are gathered into workspace and solved there,
 * and their solutions are copied back. */
#pragma once
#include <omp.h>

#include "solvers/batch/line.h"
#include "solvers/batch/team.h"

/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i; a_0 and c_{n-1} are 0, d becomes x. */
struct tridiag_rows {
    real *a, *b, *c, *d;
};

/* struct tridiag_rows, read only; a_0 and c_{n-1} are never used. */
struct const_rows {
    const real *a, *b, *c, *d;
};

/* A method; solver->variant points to it. */
struct row_method {
    bool splits;  /* can share a system among a team */
    double flops; /* of a row, for gather_cost */
    /* Values of workspace for a system of n rows, in addition to the rows themselves. */
    int64_t (*workspace_values)(int64_t n, const void *options);
    /* One of the two, called by every rank. Returns info if the method knows it, 0 if it is to be found from x. `solve`
     * returns when all ranks have finished. `read` writes x, perhaps in the place of d, so not before all ranks have
     * read d; contiguous rows are passed to it in place, without gathering. */
    int64_t (*solve)(int64_t n, struct tridiag_rows rows, real *workspace, struct team team, const void *options);
    int64_t (*read)(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team, const void *options);
    /* For methods without pivoting: answers are checked where info is asked for (gather_check.h), before x overwrites
     * the right side. `read` then gets x in n values of its workspace that are free when it writes x, `spare`; NULL if
     * there are none. */
    bool checked;
    real *(*spare)(int64_t n, real *workspace, struct team team, const void *options);
};

/* The hooks of a solver whose `variant` is a row_method. All systems are solved: one per thread, or, if there are fewer
 * than threads and the method splits, one after the other by all threads. The results are the same in both cases. */
extern const struct solver_hooks gather_hooks;
/* Its hooks, for methods that have others too. */
enum status gather_solve(struct plan *plan, const struct system *system);
int64_t gather_workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec);
/* The number of threads that share a system. */
int gather_ranks(const struct shape *shape, const struct exec *exec, const struct row_method *method);
struct cost gather_cost(const struct solver *self, const struct shape *shape, const void *options);

/* The number of systems gathered together: those that share cache lines, where systems lie closer than rows. */
enum { BUNDLE_MAX = 64 / (int)sizeof(real) };
struct bundle {
    int64_t count;
    struct line line[BUNDLE_MAX];
    struct tridiag_rows rows[BUNDLE_MAX];
};

static inline int64_t bundle_width(const struct shape *shape)
{
    return shape->dist < shape->stride ? BUNDLE_MAX : 1;
}

/* Gathers; each rank its part of the rows, and more than one rank only for a single system. Coefficients that are never
 * used become 0. */
void bundle_gather_matrix(const struct bundle *b, struct team team);
void bundle_gather_right(const struct bundle *b, struct team team);
void bundle_scatter(const struct bundle *b, struct team team);

/* info of a system with solution d, already copied back, given the `info` of the method. */
int64_t gather_info(struct line l, const real *d, int64_t info);

/* Values to keep for an array of n rows: whole cache lines, and one more, so that arrays of 2^k rows do not fall
 * into the same sets of the cache. */
static inline int64_t padded_length(int64_t n)
{
    const int64_t line = 64 / (int64_t)sizeof(real);
    return (n + line - 1) / line * line + line;
}

/* Four arrays of n rows in workspace of 4 padded_length(n) values. */
static inline struct tridiag_rows rows_at(real *workspace, int64_t n)
{
    const int64_t padded = padded_length(n);
    return (struct tridiag_rows){workspace, workspace + padded, workspace + 2 * padded, workspace + 3 * padded};
}

/* These rows from row i on. */
static inline struct tridiag_rows rows_from(struct tridiag_rows r, int64_t i)
{
    return (struct tridiag_rows){r.a + i, r.b + i, r.c + i, r.d + i};
}

static inline struct const_rows const_rows_from(struct const_rows g, int64_t i)
{
    return (struct const_rows){g.a + i, g.b + i, g.c + i, g.d + i};
}

static inline struct const_rows const_rows_of(struct tridiag_rows r)
{
    return (struct const_rows){r.a, r.b, r.c, r.d};
}

/* The part of n rows that is this rank's. A few rows are all given to the first rank. */
static inline void team_span(struct team team, int64_t n, int64_t *from, int64_t *to)
{
    enum { GRAIN = 512 };
    const int64_t part = n < GRAIN ? n : padded_length(n / team.ranks);
    const int64_t first = part * team.rank, last = first + part;
    *from = first < n ? first : n;
    *to = last < n ? last : n;
}
