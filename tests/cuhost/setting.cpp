/* Reads a setting of the runtime from the environment, and refuses a value out of range. */
#include "tests/cuhost/setting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

namespace cuhost
{
uint64_t setting(const char *name, uint64_t otherwise, uint64_t least, uint64_t most)
{
    const char *const text = getenv(name);
    if (!text || !*text) return otherwise;
    char *end;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 0);
    if (errno == 0 && *end == 0 && *text != '-' && value >= least && value <= most) return value;
    fprintf(stderr, "cuhost: %s: '%s' is not an integer from %" PRIu64 " to %" PRIu64 "\n", name, text, least, most);
    exit(2);
}
} // namespace cuhost
