/* The memory limit as entries of a benchmark, sampled in the same rounds as the entries that it limits. */
#pragma once
#include "base/timing/bandwidth.h"
#include "base/timing/sample.h"

/* Adds the traffic patterns of bandwidth.h, once for both precisions, since they move bytes. Does nothing if they are
 * already there. */
enum status limit_add(struct bench *b);

/* The index of one of them, -1 before they are added. */
int limit_find(const struct bench *b, enum traffic_pattern pattern);
