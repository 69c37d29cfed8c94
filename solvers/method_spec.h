/* A registered method with options given as in a configuration, as benchmarks and verifications use it. */
#pragma once
#include "solvers/solver.h"

struct method_spec {
    const struct solver *solver;
    const char *name, *options; /* what to call it, and as in a configuration; NULL: the method's own */
};

/* plan_make with these options, which are parsed here and fail as in a configuration. The plan owns what was parsed. */
enum status method_spec_plan(struct plan **out, const struct method_spec *spec, const struct shape *shape,
                             const struct exec *exec);

/* Solves once, by a plan made for it. */
enum status method_spec_solve(const struct method_spec *spec, const struct shape *shape, const struct system *system,
                              const struct exec *exec);

/* The workspace of such a plan, and the least cost of a solve. ST_REFUSED as from solver_bytes. */
struct method_needs {
    int64_t workspace;
    struct cost cost;
};
enum status method_spec_needs(struct method_needs *out, const struct method_spec *spec, const struct shape *shape,
                              const struct exec *exec);

static inline const char *method_spec_name(const struct method_spec *spec)
{
    return spec->name ? spec->name : spec->solver->method;
}
