/* The values that the runs of one workload share: of formulas, p, q and f as far as a problem keeps them, and the exact
 * answer, which a single run needs once and does not keep; and the solution in long double (reference.h). Runs share by
 * all settings of the application and by role and grid, so that none sees values of other formulas, parameters or
 * grids. Datasets, and values that follow from them, are not shared, since each run reads its files. */
#pragma once
#include "apps/bvp/problem/coefficient.h"
#include "base/field/evaluated.h"

/* Bytes of all values that are shared at the end, of all grids; 0: none are, as where they would take more than an
 * eighth of this machine's memory. */
double sharing_bytes(const struct bvp_params *p);

/* Is the formula shared on a grid where it has so many places? */
bool sharing_takes(const struct bvp_params *p, const struct field_spec *spec, int64_t places);

/* *out: the values for this role, "p", on the grid of so many intervals; NULL: they are not shared, or `from` is NULL.
 * Statuses of evaluated_find. */
enum status sharing_find(struct evaluated *from, const struct bvp_params *p, const struct field_spec *spec,
                         const char *role, int64_t intervals, int64_t places, struct evaluated_values **out);

/* As above, for the values that reference.h keeps on a grid. */
enum status sharing_find_reference(struct evaluated *from, const struct bvp_params *p, int64_t intervals,
                                   struct evaluated_values **out);
