/* Structs of the public header, whose first member is their size in bytes: that of the version of the header that the
 * caller was compiled with. Members are only ever added at the end. */
#pragma once
#include <stddef.h>

#include "base/status.h"

/* Copies what the caller has of a struct of `bytes`, and zeros for members that it does not have. ST_CONFIG, by `name`,
 * where it is NULL, shorter than `least` bytes, or not a multiple of a word. */
enum status sized_read(void *out, size_t bytes, const void *given, size_t least, const char *name);

/* As above, for a struct that is only read: members that this version does not know must be 0. */
enum status sized_read_all(void *out, size_t bytes, const void *given, size_t least, const char *name);

/* Copies results into what the caller has of the struct. */
void sized_write(void *given, const void *from, size_t bytes);
