/* Caches without anything of use: where a call is to find its data in memory, as the first one of an application does.
 * Small systems look up to four times as fast without (Valero-Lara et al. 2019, section VI). */
#pragma once
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct flush;

/* Twice what the caches hold, but never more than a twelfth of the memory that is available. */
enum status flush_make(struct flush **out);
int64_t flush_bytes(const struct flush *f); /* that it takes; 0 for NULL */
struct flush *flush_free(struct flush *f);  /* NULL is fine; returns NULL */

/* By the threads of exec, which is on the host. */
void flush_run(struct flush *f, const struct exec *exec);
