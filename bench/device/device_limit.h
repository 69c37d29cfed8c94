/* The memory limit of the device as entries of a benchmark, sampled in the same rounds as the entries that it limits.
 */
#pragma once
#include "base/timing/sample.h"

struct device_limit; /* the device as a benchmark uses it; lives as long as a part of the bench */

/* Adds "read", "copy" (our kernel), "memcpy" (the runtime's) and "solve" within the device, once for both precisions.
 * *limit is the index of the faster copy, found by a trial. ST_DEVICE without a GPU. */
enum status device_limit_add(struct bench *b, struct device_limit **out, int *limit);

/* The stream on which everything is to be queued. */
const struct exec *device_limit_exec(const struct device_limit *d);

/* Queues a read of more than the caches hold: this empties them of other data, and keeps the device busy while the host
 * starts the next work. */
enum status device_limit_sweep(const struct device_limit *d);
