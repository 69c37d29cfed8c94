/* Blocks of device memory. Nothing can be written before them, so what they are is kept in a list: a handful of
 * large blocks at a time. For memory.c. */
#pragma once
#include <stdint.h>

#include "base/status.h"

enum status memory_device_alloc(void **out, int64_t bytes);
/* Frees p if it is one of them, and returns its bytes; -1 if not. */
int64_t memory_device_free(void *p);
