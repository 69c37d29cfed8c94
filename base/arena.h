/* Memory for many small objects that are freed together. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct arena {
    struct chunk *newest;
};

/* `bytes` >= 0 of zeroed memory, aligned for any type. */
enum status arena_take(struct arena *a, void *out, int64_t bytes);

/* A copy of `length` characters, with a final zero. */
enum status arena_copy(struct arena *a, char **out, const char *text, int64_t length);

/* The text that a format gives. */
enum status arena_print(struct arena *a, char **out, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Frees all of it; the arena is as new. */
void arena_free(struct arena *a);
