/* Runs along axes, looked at otherwise than as they are stored: at the best of an axis, against another run. */
#pragma once
#include "command/compare/sweep/sweep.h"

/* When all runs are loaded, before their points are found. Of runs that have the axis view->best_of, the points are
 * left at which they take the fewest seconds of all along this axis, of those that converged; words beside numbers, as
 * auto, do not take part. The axis becomes a column, which says where that is, and s->best its words. The run
 * view->against becomes the reference. ST_CONFIG: there is no such axis, or no such run. */
enum status sweep_look(struct sweep *s, const struct view *view);
