/* Methods for large systems with contiguous rows: all threads share one system after the other, or, where systems are
 * many and short, each thread takes systems of its own. The results are the same in both cases. */
#pragma once
#include "base/tuning/tuning.h"
#include "solvers/batch/line.h"
#include "solvers/batch/team.h"

/* A method; solver->variant points to it. */
struct single_system_method {
    /* Scratch of a team for systems of up to n rows, in values: never less for more rows. */
    int64_t (*values)(int64_t n, int64_t ranks);
    /* Called by every rank; returns when all have finished. `workspace` is the team's, aligned to 64 bytes. Options are
     * values of the method's table, if it has one, or NULL: its defaults. Every rank returns the info. */
    int64_t (*solve)(struct line l, real *workspace, struct team team, const void *options);
    double flops; /* of a row, for the cost */
};

/* The option `ahead` of methods that prefetch. */
struct single_system_options {
    int64_t ahead; /* rows */
};
#define SINGLE_SYSTEM_AHEAD \
    TUNING_ROW("ahead", "rows from their use back to their prefetch; auto: what suits the processor", \
               struct single_system_options, ahead, 1 << 20)

/* Rows from their use back to their prefetch. options: single_system_options, or NULL for the defaults. */
static inline int64_t single_system_ahead(const void *options, enum tuning t)
{
    const struct single_system_options *const o = options;
    return o ? tuning_chosen(o->ahead, t) : tuning_value(t);
}

/* The hooks of a solver whose `variant` is a single_system_method. */
extern const struct solver_hooks single_system_hooks;

/* Do all threads share one system after the other? */
bool single_system_together(const struct shape *shape, const struct exec *exec);

/* Called by every rank: the first solves the whole system by `eliminate`, which returns info, with its workspace.
 * Returns that info, or `done` where it is 0. *info is the team's. */
int64_t single_system_in_order(struct line l, int64_t (*eliminate)(struct line l, real *workspace), int64_t *info,
                               real *workspace, struct team team, int64_t done);

/* Waits for all ranks; the trace shows it as idle. */
static inline void single_system_wait(struct team team)
{
    team_enter(team, NULL);
    team_wait(team);
}
