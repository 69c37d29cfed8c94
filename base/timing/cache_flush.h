/* Empties the caches, so that a call finds its data in memory, as the first one of an application does.
 * Small systems look up to four times as fast without (Valero-Lara et al. 2019, section VI). */
#pragma once
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct cache_flush;

/* Twice what the caches hold, but never more than a twelfth of the memory that is available. */
enum status cache_flush_make(struct cache_flush **out);
int64_t cache_flush_bytes(const struct cache_flush *f);      /* that it takes; 0 for NULL */
struct cache_flush *cache_flush_free(struct cache_flush *f); /* NULL is fine; returns NULL */

/* By the threads of exec, which is on the host. */
void cache_flush_run(struct cache_flush *f, const struct exec *exec);
