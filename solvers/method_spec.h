/* A registered method with options told as in a configuration: what benchmarks and verifications try. */
#pragma once
#include "solvers/solver.h"

struct method_spec {
    const struct solver *solver;
    const char *name, *options; /* what to call it, and as in a configuration; NULL: the method's own */
};

/* plan_make with these options; they are read anew, and fail as in a configuration. */
enum status method_spec_plan(struct plan **out, const struct method_spec *spec, const struct shape *shape,
                             const struct exec *exec);

/* Solves once, by a plan made for it. */
enum status method_spec_solve(const struct method_spec *spec, const struct shape *shape, const struct system *system,
                              const struct exec *exec);

/* What such a plan would hold beside the arrays, and what a solve costs at least. ST_REFUSED as from solver_bytes. */
struct method_needs {
    int64_t scratch;
    struct cost cost;
};
enum status method_spec_needs(struct method_needs *out, const struct method_spec *spec, const struct shape *shape,
                              const struct exec *exec);

static inline const char *method_spec_name(const struct method_spec *spec)
{
    return spec->name ? spec->name : spec->solver->method;
}
