/* The condition number of a problem: the sensitivity of its solution. */
#pragma once
#include "apps/bvp/elimination.h"

/* *condition and *grid_error as struct bvp_rounding has them; both stay as they are on grids of more than 131,072
 * unknowns. `e` was used, and is used up. Collective and agreed over the ranks of the problem: ST_NOMEM, or as
 * problem_links. */
enum status bvp_condition_estimate(struct elimination *e, double *condition, double *grid_error);
