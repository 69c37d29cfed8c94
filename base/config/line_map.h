/* For each line of a text that was assembled from files: its file, and its line there. */
#pragma once
#include "base/arena.h"

struct line_map {
    struct line_run *newest; /* lines in a row from one file; in the arena */
};

/* Line `line` of the text and the lines after it are line `there` of `file`, whose complete text is `raw`, and those
 * after it, until the next call. Names and texts are borrowed. */
enum status line_map_add(struct line_map *m, struct arena *a, int line, const char *file, const char *raw, int there);

/* The file of a line of the text, and its number there. */
const char *line_map_file(const struct line_map *m, int line, int *there);

/* The text as it was written, from that line of its file on. */
const char *line_map_raw(const struct line_map *m, int line);
