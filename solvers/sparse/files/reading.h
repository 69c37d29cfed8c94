/* Reads a text of numbers line by line; errors begin with its file and line. Blank lines and comments, which begin
 * with %, # or //, are skipped. */
#pragma once
#include "base/file/input.h"

/* The next line that is neither blank nor a comment; *more is false at the end. Statuses as of input_line. */
enum status reading_next(struct input *r, bool *more);

/* Reads whole numbers; returns how many, -1 if the line holds anything else, max + 1 if there are more than `max`. */
int reading_whole(const char *text, int64_t *out, int max);

/* Row and column, each from `first` to `first` + n - 1, then at least a blank; *rest is after them. */
enum status reading_place(const struct input *r, int64_t first, int64_t n, int64_t at[2], char **rest);

/* The number at *rest, which moves past it: decimal, finite, and 0 or a normal one. */
enum status reading_value(const struct input *r, char **rest, double *value);
