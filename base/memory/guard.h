/* For tests: blocks that end at a page which nobody may touch, so that a method which reads or writes past its memory
 * is stopped at the instruction, as it was compiled for its users. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A region of before + bytes, zeroed, both whole lines of the cache, which ends where nobody may touch. NULL: there is
 * no memory. *mapped: what memory_guard_free wants. */
void *memory_guard_alloc(size_t before, size_t bytes, size_t *mapped);
void memory_guard_free(void *region, size_t mapped);

/* Marks the bytes of a block of `whole` bytes that follow the first `bytes`; then: has none of them changed? */
void memory_guard_mark(char *block, size_t bytes, size_t whole);
bool memory_guard_unchanged(const char *block, size_t bytes, size_t whole);
