/* Numbers in files of the kernel, and the sizes of caches that stand there. */
#pragma once
#include <stdint.h>

/* The number behind `key` in a file of such lines, or, where key is "", at the beginning; -1: there is none. */
int64_t memory_number_in(const char *path, const char *key);

/* What the kernel knows of a cache of the first core, or less than 1. In virtual machines it is right where sysconf,
 * which divides what the processor says of the whole socket, is not. */
int64_t memory_cache_bytes(int level);
