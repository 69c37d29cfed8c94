/* Memory and caches of this machine, from the files of the kernel. */
#pragma once
#include <stdint.h>

/* Bytes of memory there are, and that can be taken now without swapping. */
struct machine_memory {
    int64_t total, available;
};

/* From the files below `root`, "" for those of this system: proc/meminfo, and the limits of the control groups, of
 * either version, that this process and those around it are in. What cannot be read limits nothing; 0: nothing could
 * be. */
struct machine_memory machine_memory(const char *root);

/* Variables of the environment that replace what the system says, for tests and for machines that say nothing true:
 * positive whole numbers. */
#define CACHE_VARIABLE "BANDSTAND_CACHE_BYTES"
#define MEMORY_VARIABLE "BANDSTAND_MEMORY_BYTES"

/* The first variable that holds something else, or NULL. */
const char *machine_variable_wrong(void);
