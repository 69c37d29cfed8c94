/* Right sides of several steps that are solved together, by plans that are made once. Each is solved as it would be by
 * itself, to the same bits. Where one solve is too little work for several threads (base/exec.h), each thread has plans
 * of its own and takes one right side after the other, so that no thread waits for another within a solve; else all
 * threads take one right side after the other. */
#pragma once
#include "apps/poisson/solution/direct.h"
#include "apps/poisson/solution/level.h"
#include "apps/timing.h"

struct several {
    int64_t most, first, count; /* right sides: at most; those that are solved are of steps first ... */
    int team;                   /* threads that each solve one */
    struct poisson_direct *own; /* [team - 1] plans of all threads but the first */
    real **u;                   /* [most][points] solutions */
    double **f;                 /* [most][unknowns] right sides */
    struct level *level;        /* [most] */
    double *removed;            /* [most] */
    struct solve_timing timing; /* of all of them together */
};

/* For `most` right sides; *out stays NULL if that is 1. `direct` has been made for all threads of exec, and solves when
 * the threads of a team do not. Borrows what it borrows. On failure several_free still cleans up. */
enum status several_make(struct several **out, int64_t most, const struct box *b, const struct poisson_params *p,
                         const struct direct_choice *choice, const struct poisson_direct *direct, struct exec exec);
struct several *several_free(struct several *s);

/* Is a step among those that are solved? */
static inline bool several_has(const struct several *s, int64_t step)
{
    return s->count > 0 && step >= s->first && step < s->first + s->count;
}

/* Assembles and solves all s->count right sides: `assemble` writes the scaled right side k to u, as direct_solve takes
 * it, on so many threads. The status and the message are those of the lowest that fails. */
enum status several_solve(struct several *s, struct poisson_direct *direct,
                          void (*assemble)(void *context, int64_t k, real *u, int threads), void *context);
