/* The parts that all schemes for systems that are cut over ranks share (solvers/cut.h): the state of a plan, the
 * operations of a scheme, and those of a kind of systems. */
#pragma once
#include "base/comm/comm.h"
#include "solvers/batch/line.h"
#include "solvers/kind.h"

/* The rows of one rank, and what has to be the same on all; each rank knows this of all. */
struct cut_place {
    int64_t n, first, whole, batch, inner, scheme, chunks, reuse, one, shifted, arrays, threads;
};

struct cut_lines {
    const struct cut_ops *ops;
    struct shape shape; /* of this rank's rows, cut; its arrays are the plan's */
    struct exec exec;
    struct comm *comm;
    int rank, ranks;
    struct cut_place *place; /* [ranks] */
    bool one;                /* one matrix for all systems, their shifts included */
    bool begins, ends;       /* does this rank have the first row, the last row? */
    struct plan *plan;       /* of the method, for rows or systems of this rank; NULL: none */
    void *own;               /* of the scheme */
};

struct cut_ops {
    const char *name, *only; /* only: the one method that it takes; NULL: any */
    /* The shape that the method is given on this rank. */
    struct shape (*given)(const struct shape *shape);
    /* Size of the arrays in addition to the plan, in values. */
    int64_t (*values)(const struct shape *shape);
    /* In addition to the method, for each unknown: flops of a solve, and values that cross the memory bus. */
    double flops, traffic;
    /* Nothing in make is collective: the caller agrees. After a failure free is called. */
    enum status (*make)(struct cut_lines *l, const struct plan *plan);
    void (*free)(struct cut_lines *l);
    /* Both send and receive to their end, whatever fails on this rank, and return its own status. solve sets
     * system->info, if not NULL, to what this rank knows: i + 1 > 0 for row i of the whole system, or `whole` more
     * where a smaller one of another rank is to come first. */
    enum status (*factor)(struct cut_lines *l, const struct system *system);
    enum status (*solve)(struct cut_lines *l, const struct system *system);
};

/* For any kind: each rank collects some whole systems and solves them. Systems are dealt in such runs that methods with
 * a system in each lane of a vector give them the same lanes as on one rank, so that all bits are those of one rank.
 * Ranks get different numbers of systems where they are few: 16 at least, or a group of the batch. */
extern const struct cut_ops cut_transpose;

enum { CUT_ARRAYS = 3 }; /* of coefficients, at most */

struct cut_kind {
    const struct cut_ops *scheme[CUT_SCHEMES]; /* NULL: `accepts` refuses it */
    /* Refuses what no scheme, or not the one of the shape, takes: ST_REFUSED with a sentence that begins with the name
     * of the method. */
    enum status (*accepts)(const struct solver *solver, const struct shape *shape);
    /* Number of arrays of coefficients that are laid out as the matrix; and these arrays. */
    int (*arrays)(const struct shape *shape);
    void (*read)(const struct system *system, const real *array[CUT_ARRAYS]);
    /* Puts others into `system`, of its systems from `first` on. */
    void (*put)(const struct shape *shape, struct system *system, real *const array[CUT_ARRAYS], int64_t first);
};

/* The shape of this rank's rows by themselves; contiguous ones of one row where there is none, which no plan takes. */
static inline struct shape cut_local(const struct shape *shape)
{
    struct shape s = *shape;
    s.cut = (struct rank_cut){0}, s.overwritable = false;
    if (s.n > 0) return s;
    s.n = s.stride = s.dist = 1, s.outer = 0;
    s.inner = s.batch > 0 ? s.batch : 1;
    return s;
}

/* The first failure. */
static inline enum status cut_first_of(enum status before, enum status now)
{
    return before == ST_OK ? now : before;
}
