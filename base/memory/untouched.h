/* Large blocks whose pages the kernel zeroes when they are first used. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* From now on large blocks of mem_alloc for this thread are zeroed by the kernel, page by page as they are used: what
 * is not used takes no time, and what is takes its page faults then. Returns what was set before. */
bool mem_untouched(bool on);

/* mem_array of the host for an array that a team of threads fills first of all: pages, huge ones if it is large, are
 * zeroed as they are used, each by the thread that uses it. */
enum status mem_array_for_all(void *out, int64_t count, int64_t size);

/* mem_array of the host for an array of which this process uses `used` items and others the rest: it has addresses for
 * all `count`, zeros but for what is written, and memory for the pages that are touched. Counts as `used` items. */
enum status mem_array_sparse(void *out, int64_t count, int64_t size, int64_t used);
