/* Methods for large systems with contiguous rows: all threads share one system after the other, or, where systems are
 * many and short, each thread takes systems of its own. Which of the two does not change what is computed. */
#pragma once
#include "solvers/batch/line.h"
#include "solvers/batch/team.h"

/* What solver->by of such a method points to. */
struct single_system_method {
    /* Scratch of a team for systems of up to n rows, in values: never less for more rows. */
    int64_t (*values)(int64_t n, int64_t ranks);
    /* Called by every rank, and left when all have finished. `work` is the team's, aligned to 64 bytes. Every rank
     * returns what info is to be. */
    int64_t (*solve)(struct line l, real *work, struct team team);
    double flops; /* of a row, for single_system_cost */
};

/* Hooks of a solver. */
enum status single_system_solve(struct plan *plan, const struct system *system);
int64_t single_system_work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                                 const struct exec *exec);
struct cost single_system_cost(const struct solver *self, const struct shape *shape, const void *options);

/* Until all ranks are here; until then this one does nothing. */
static inline void single_system_wait(struct team team)
{
    team_enter(team, NULL);
    team_wait(team);
}
