/* A chunk of a batch, from the look at it to the check of its solutions. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/careful.h"
#include "solvers/tridiag/auto/choice.h"
#include "solvers/tridiag/check/chunks.h"

/* A worker's own: plans for chunks of each size by either method, and memory for one chunk at a time. */
struct attempt {
    const struct auto_choice *choice;
    const struct chunks *chunks;
    struct exec exec;                  /* of the plans */
    struct plan *plan[2][CHUNK_SIZES]; /* by BY_FAST, BY_SAFE; NULL: none */
    real *right;                       /* right sides, while x overwrites them */
    int64_t *info;                     /* of each system */
    struct careful_row *careful;       /* of the reference for systems of so few rows, or NULL */
    real *scratch;                     /* of that for longer ones, or NULL */
};

/* The outcome of some chunks. */
struct attempt_found {
    bool by[2], again; /* was one solved by BY_FAST, by BY_SAFE; was a system solved again? */
    enum status status;
};

/* Takes the memory for chunks of a batch; the plans are not there yet. */
struct attempt attempt_take(struct workspace *w, const struct shape *shape, const struct chunks *c);

/* Makes the plans, for chunks of a shape without factors, `safe`: of the safe method alone; chunks and choice are
 * borrowed. After a failure attempt_end frees those that were made. */
enum status attempt_begin(struct attempt *a, const struct shape *shape, const struct chunks *c,
                          const struct auto_choice *choice, const struct exec *exec, bool safe);
void attempt_end(struct attempt *a);

/* Solves chunk k of a system as `p` is given it, and sets its info. */
struct attempt_found attempt_solve(const struct attempt *a, int64_t k, const struct plan *p,
                                   const struct system *system);
