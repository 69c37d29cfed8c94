/* Text files. */
#pragma once
#include <stdbool.h>

#include "base/arena.h"

enum { TEXT_MAX = 1 << 20 }; /* bytes of a file that is taken for a text */

/* All of a file. ST_CONFIG if it cannot be read, is a directory, too large, or holds zero bytes. */
enum status text_load(struct arena *a, const char *path, char **out);

/* `path` as seen from the folder of the file `from`. */
enum status text_beside(struct arena *a, const char *from, const char *path, char **out);

/* Do both names stand for one file that exists? */
bool text_same_file(const char *a, const char *b);
