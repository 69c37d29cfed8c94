/* Requirements of a claim on the machine that tests it: "gpu", "cores >= 16", "memory >= 64" in GB; several with
 * commas. */
#pragma once
#include <stdbool.h>

#include "base/status.h"
#include "command/compare/result/result.h"

/* ST_CONFIG: what is allowed. */
enum status needs_check(const char *needs);
/* Does it need a GPU? NULL needs nothing. */
bool needs_gpu(const char *needs);
/* Had the machine that made the result all of them? */
bool needs_met(const char *needs, const struct result *r);
