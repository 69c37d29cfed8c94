/* The findings of the points of a run, as columns of its series and as metrics of the whole. */
#pragma once
#include "apps/app.h"

/* One value more in the column of each answer, of point number `point`; sim->columns has `before` that are of no
 * answer. A column begins with the first point that has such an answer; where others have none it holds NaN. */
enum status point_answers_put(struct sim *sim, const struct answers *of, int64_t point, int64_t before);

/* Sums of what is counted, the worst of what is promised, the last of the others. */
void point_metrics_merge(struct metrics *to, const struct metrics *from, bool first);

/* The columns of a point, `count` values each, behind the `before` values that columns of the run have; NaN where one
 * of the two lacks a column. Axes stay axes, measured columns measured. */
enum status point_series_put(struct series *s, const struct series *of, int64_t before, int64_t count);
