/* Methods for large systems with contiguous rows: all threads share one system after the other, or, where systems are
 * many and short, each thread takes systems of its own. Which of the two does not change what is computed. */
#pragma once
#include "solvers/team.h"
#include "solvers/tridiag/line.h"

struct large_method {
    /* Scratch of a team for systems of up to n rows, in values: never less for more rows. */
    int64_t (*values)(int64_t n, int64_t ranks);
    /* Called by every rank, and left when all have finished. `work` is the team's, aligned to 64 bytes. Every rank
     * returns what info is to be. */
    int64_t (*solve)(struct line l, real *work, struct team team);
};

void large_solve(const struct plan *plan, const struct tridiag *t, const struct large_method *method);
int64_t large_work_bytes(const struct shape *shape, const struct exec *exec, const struct large_method *method);

/* Until all ranks are here; until then this one does nothing. */
static inline void large_wait(struct team team)
{
    team_enter(team, NULL);
    team_wait(team);
}
