/* A registered method with options told as in a configuration: what benchmarks and verifications try. */
#pragma once
#include "solvers/solver.h"

struct way {
    const struct solver *solver;
    const char *name, *options; /* what to call it, and as in a configuration; NULL: the method's own */
};

/* plan_make with these options; they are read anew, and fail as in a configuration. */
enum status way_plan(struct plan **out, const struct way *way, const struct shape *shape, const struct exec *exec);

/* Solves once, by a plan made for it. */
enum status way_solve(const struct way *way, const struct shape *shape, const struct system *system,
                      const struct exec *exec);

/* What such a plan would hold beside the arrays, and what a solve costs at least. ST_REFUSED as from solver_bytes. */
struct needs {
    int64_t scratch;
    struct cost cost;
};
enum status way_needs(struct needs *out, const struct way *way, const struct shape *shape, const struct exec *exec);

static inline const char *way_name(const struct way *way)
{
    return way->name ? way->name : way->solver->method;
}
