/* One batch of tridiagonal systems that a method is tried on. A failure ends the test, with a message that names the
 * batch. */
#pragma once
#include "tests/support/tridiag_cases.h"

/* In units of eps, as in tests/conformance/tridiag.c. */
enum { RESIDUAL_MAX = 8, ERROR_MAX = 2 };

enum variant { SHARED = 1, CYCLIC = 2, REUSE = 4 };

struct tridiag_trial {
    const struct solver *solver;
    const struct layout *layout;
    int64_t n, batch;
    unsigned variant;
    enum make matrix;
    const void *options; /* or NULL: the defaults */
};

/* Fails with the batch and the sentence unless `ok`. */
__attribute__((format(printf, 3, 4))) void tridiag_check(bool ok, const struct tridiag_trial *t, const char *fmt, ...);

struct shape tridiag_shape(const struct tridiag_trial *t);
struct exec tridiag_exec(const struct solver *s, int threads);

/* The first batch that the method takes, with one matrix each or one for all: not all take the simplest. */
struct tridiag_trial tridiag_accepted(const struct solver *s, int64_t n, int64_t batch);

/* A matrix drawn by the seed; the caller frees it. */
struct tridiag_problem tridiag_problem(const struct tridiag_trial *t, uint64_t *seed);

/* NULL if the method refuses the batch. */
struct plan *tridiag_plan(const struct tridiag_trial *t, const struct tridiag_problem *p, int threads);

/* Solves, after a factorization where the plan reuses it. No memory may be asked for. */
enum status tridiag_factor_and_solve(struct plan *plan, const struct system *system);
/* As above, with a copy of the arrays on the device, which comes back into p. */
enum status tridiag_solve_on_device(struct plan *plan, struct tridiag_problem *p);

/* Solves for the present right side, where the method runs; nothing but the solution may change. */
void tridiag_solve(const struct tridiag_trial *t, struct plan *plan, struct tridiag_problem *p);

/* Every system is solved, to rounding. */
void tridiag_check_solution(const struct tridiag_trial *t, const struct tridiag_problem *p);
