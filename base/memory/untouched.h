/* Memory that is used once. */
#pragma once
#include <stdbool.h>

/* From now on large blocks of mem_alloc for this thread are zeroed by the kernel, page by page as they are used: what
 * is not used takes no time, and what is takes its page faults then. Returns what was set before. */
bool mem_untouched(bool on);
