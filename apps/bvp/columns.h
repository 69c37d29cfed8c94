/* What is told of each grid: the columns of the series. */
#pragma once
#include "apps/bvp/accuracy.h"

/* ST_CONFIG if the name of a probe cannot be that of a column, or is one already. */
enum status columns_check(const struct params *p);

/* Appends one value to each column; `probe` as level_judge fills it. Those of the error only if there is an exact
 * answer. */
enum status columns_put(struct series *out, const struct level *x, const struct verdict *v, const double *probe);
