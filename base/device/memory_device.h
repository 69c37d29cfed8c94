/* Blocks of device memory, for memory.c. The host cannot write a header before a block, so the blocks, a handful of
 * large ones, are kept in a list. */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum status memory_device_alloc(void **out, int64_t bytes);
/* Frees p if it is one of them, and returns its bytes; -1 if not. */
int64_t memory_device_free(void *p);
