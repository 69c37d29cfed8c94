/* The columns of the series: one value per grid for each. */
#pragma once
#include "apps/bvp/accuracy.h"
#include "apps/bvp/flux.h"

/* ST_CONFIG if the name of a probe cannot be that of a column, or is one already. */
enum status columns_check(const struct bvp_params *p);

/* Appends one value to each column; `probe` as bvp_accuracy_measure fills it. Columns of the error only if there is an
 * exact answer. */
enum status columns_put(struct series *out, const struct bvp_instance *x, const struct bvp_accuracy *v,
                        const struct rank_costs *costs, const double *probe, const double flux[2]);
/* Appends values only to the columns of measurements. */
enum status columns_put_measured(struct series *out, const struct bvp_instance *x, const struct rank_costs *costs);
