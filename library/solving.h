/* Making plans of the library and solving by them, whatever the kind. */
#pragma once
#include "library/bandstand.h"
#include "library/plan.h"
#include "solvers/solver.h"

/* A kind of systems as plans of the library are made for it. */
struct solving_kind {
    enum kind kind;
    unsigned flags; /* that apply to it */
    /* Fills in the kind's part of a shape; `with` is what the public function was given for it. */
    void (*complete)(struct shape *shape, unsigned flags, const void *with);
    const char *(*automatic)(const struct shape *shape); /* the method where none, or "auto", is asked for */
};

/* The plan that a public function returns in *plan, and its status. */
int solving_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                 const struct bandstand_options *options, const struct solving_kind *kind, const void *with);

/* ST_CONFIG unless it is a plan of this precision and kind. */
enum status solving_own(const struct bandstand_plan *plan, enum kind kind);

/* As above, and ST_CONFIG where one of `count` arrays, or x, is NULL, though there are systems, or x is also one of
 * them. solving_x is for systems without a matrix. */
enum status solving_matrix(const struct bandstand_plan *plan, enum kind kind, const real *const *arrays, int count);
enum status solving_x(const struct bandstand_plan *plan, const real *x, const real *const *arrays, int count);

/* Both return a public status. The arrays of `system` are set, but for those that outcome gives; its info may be NULL.
 */
int solving_factor(struct bandstand_plan *plan, const struct system *system);
int solving_solve(struct bandstand_plan *plan, const struct system *system, struct bandstand_outcome *outcome);

/* As above, for systems that are all solved: only x is found. */
int solving_apply(struct bandstand_plan *plan, const struct system *system);
