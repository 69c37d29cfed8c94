/* Methods for large systems with contiguous rows: all threads share one system after the other, or, where systems are
 * many and short, each thread takes systems of its own. Which of the two does not change what is computed. */
#pragma once
#include "base/trace.h"
#include "solvers/tridiag/line.h"
#include "solvers/tridiag/rows.h"

/* A thread's place in the work at one system. */
struct shift {
    struct team team;
    struct trace *trace;
    int thread; /* of the parallel region */
    real *work; /* of the team, aligned to 64 bytes */
};

struct large_method {
    /* Scratch of a team for systems of up to n rows, in values: never less for more rows. */
    int64_t (*values)(int64_t n, int64_t ranks);
    /* Called by every rank, and left when all have finished. Every rank returns what info is to be. */
    int64_t (*solve)(struct line l, struct shift shift);
};

void large_solve(const struct plan *plan, const struct tridiag *t, const struct large_method *method);
int64_t large_work_bytes(const struct shape *shape, const struct exec *exec, const struct large_method *method);

/* The part of `count` pieces of work that is this rank's. */
static inline void shift_span(struct shift shift, int64_t count, int64_t *from, int64_t *to)
{
    *from = count * shift.team.rank / shift.team.ranks;
    *to = count * (shift.team.rank + 1) / shift.team.ranks;
}

static inline void shift_enter(struct shift shift, const char *phase)
{
    trace_enter(shift.trace, shift.thread, phase);
}

/* Until all ranks are here; until then this one does nothing. */
static inline void shift_wait(struct shift shift)
{
    shift_enter(shift, NULL);
    team_wait(shift.team);
}
