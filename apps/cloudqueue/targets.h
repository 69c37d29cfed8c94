/* Targets of a hall, for the share of tasks that is lost, the mean wait and its percentiles, and the fewest servers
 * that meet all of them. */
#pragma once
#include "apps/cloudqueue/columns.h"
#include "apps/cloudqueue/window_search.h"

bool targets_any(const struct queue_params *p);

/* ST_CONFIG if a target does not apply to the chains of the run, *key naming it. */
enum status targets_check(const struct points *of, const char **key);

/* The fewest servers, at most chain.n, with which all targets are met, and the columns with so many; or 0, and the
 * columns of all chain.n, if no number is enough. The window of each chain is searched, even if k is given, because
 * tasks that a narrow window cuts off would count as lost. A list of thresholds is cut to the number of levels. */
enum status targets_search(struct queue_columns *out, const struct cloud *chain, const struct points *of,
                           struct window_search *search, struct marginals *keep);

/* The columns of a chain without arrivals, which one server serves. */
enum status targets_closed(struct queue_columns *out, const struct cloud *chain, const struct points *of);
