/* Loading text files, and reading numbers from text. */
#pragma once
#include <stdbool.h>

#include "base/arena.h"

enum { TEXT_MAX = 1 << 20 }; /* bytes of a file that is taken for a text */

/* All of a file. ST_CONFIG if it cannot be read, is not a regular file, too large, or holds zero bytes. */
enum status text_load(struct arena *a, const char *path, char **out);

/* `path` as seen from the folder of the file `from`. */
enum status text_beside(struct arena *a, const char *from, const char *path, char **out);

/* Do both names stand for one file that exists? */
bool text_same_file(const char *a, const char *b);

/* All of `text` as a decimal number, as 12, -.5 or 1e-3. False of anything else: of hexadecimal numbers, of words as
 * inf and nan, of blanks, and of what is beyond the range of double or underflows to 0. */
bool text_number(const char *text, double *out);
