/* Requirements of a claim on the machine that tests it: "gpu", "cores >= 16", "memory >= 64" in GB; several with
 * commas. */
#pragma once
#include <stdbool.h>

#include "base/status.h"
#include "command/compare/result/result.h"

/* ST_CONFIG, with the allowed forms. */
enum status needs_check(const char *needs);
/* Does it need a GPU? NULL needs nothing. */
bool needs_gpu(const char *needs);
/* Did the machine that made the result have all of them? */
bool needs_met(const char *needs, const struct result *r);
