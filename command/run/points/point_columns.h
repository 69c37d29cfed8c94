/* The findings of the points of a run, as columns of its series and as metrics of the run. */
#pragma once
#include "apps/app.h"

/* Appends the value of point number `point` to the column of each answer; the first `before` of sim->columns do not
 * belong to answers. A column begins with the first point that has such an answer; where others have none it holds NaN.
 */
enum status point_answers_put(struct sim *sim, const struct answers *of, int64_t point, int64_t before);

/* Sums of counts, the worst of bounds and errors, the last of other metrics. */
void point_metrics_merge(struct metrics *to, const struct metrics *from, bool first);

/* The columns of a point, `count` values each, behind the `before` values that columns of the run have; NaN where one
 * of the two does not have a column. Axes stay axes, measured columns measured. */
enum status point_series_put(struct series *s, const struct series *of, int64_t before, int64_t count);
