/* The memory limit as entries of a benchmark, sampled in the same rounds as what it limits. */
#pragma once
#include "base/timing/bandwidth.h"
#include "base/timing/sample.h"

/* Adds the traffic patterns of bandwidth.h, once for both precisions, since they move bytes. *solve is the index of the
 * last one: four arrays read, one written past the caches. */
enum status limit_add(struct bench *b, int *solve);

/* The index of another one, when they are there. */
int limit_find(const struct bench *b, enum traffic_pattern pattern);
