/* Levels of instructions, such as x86-64-v3. A portable program has sets of code for several, and takes those of the
 * highest that the processor and the system have; any other program has one level, for which it was built
 * (docs/portable.md). */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Makes precision_double and precision_float those of the level that runs: `asked`, a name or what follows its last
 * hyphen, as "v3"; the highest that the processor has if `asked` is NULL or empty. Once, before there are threads.
 * ST_CONFIG if the program or the processor lacks it, or the processor lacks all. */
enum status level_choose(const char *asked);

/* Its name: "x86-64-v3", or what ARCH was in a build that is not portable, as "native". */
const char *level_name(void);

struct level {
    const char *name;
    bool usable; /* by this processor and system */
};

/* The choice alone, among `count` >= 1 levels, the lowest first. */
enum status level_pick(const struct level *level, size_t count, const char *asked, size_t *out);
