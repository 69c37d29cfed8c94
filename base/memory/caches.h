/* Numbers in files of the kernel, and the sizes of caches that stand there. */
#pragma once
#include <stdint.h>

/* The number after `key` in a file of such lines, or, where key is "", at the beginning; -1: there is none. */
int64_t memory_number_in(const char *path, const char *key);

/* Bytes of a cache of the first core as the kernel states them, or less than 1. In virtual machines this is right where
 * sysconf, which divides the size for the whole socket, is wrong. */
int64_t memory_cache_bytes(int level);
