/* Making plans of the library and solving by them, whatever the kind. */
#pragma once
#include "library/bandstand.h"
#include "library/plan.h"
#include "solvers/solver.h"

/* Options as they are understood. */
struct solving_options {
    const char *method, *settings;
    int threads;
    unsigned flags;
};

/* Sets *plan to NULL and reads the options of the caller, or the defaults for NULL; `fallback` is the method where none
 * is named. ST_CONFIG where a flag is not among `flags`; out->threads is set all the same. */
enum status solving_begin(struct bandstand_plan **plan, struct solving_options *out,
                          const struct bandstand_options *options, const char *fallback, unsigned flags);

/* `shape` is complete but for what flags say of any kind. */
enum status solving_plan(struct bandstand_plan **out, const struct shape *shape, const struct solving_options *chosen);

/* ST_CONFIG unless it is a plan of this precision and kind. */
enum status solving_own(const struct bandstand_plan *plan, enum kind kind);

/* Both return a public status. The arrays of `system` are set, but for those that outcome gives; its info may be NULL.
 */
int solving_factor(struct bandstand_plan *plan, const struct system *system);
int solving_solve(struct bandstand_plan *plan, const struct system *system, struct bandstand_outcome *outcome);
