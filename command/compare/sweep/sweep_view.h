/* Runs along axes, in another view than they are stored: at the best of an axis, against another run. */
#pragma once
#include "command/compare/sweep/sweep.h"

/* When all runs are loaded, before their points are found. Of runs that have the axis view->best_of, only the points
 * stay at which they take the shortest time along this axis, among those that converged; words among numbers, such as
 * auto, do not take part. The axis becomes a column with its best value, and s->best its words. The run view->against
 * becomes the reference. ST_CONFIG: there is no such axis, or no such run. */
enum status sweep_look(struct sweep *s, const struct view *view);
