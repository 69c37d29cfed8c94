/* The text of a configuration, made safe for libconfig 1.5: included files stand in their place, comments are
 * gone, every integer is written with 64 bits; and what libconfig would take silently is refused: numbers out
 * of range, files that include themselves, endless nesting. */
#pragma once
#include "base/config/line_map.h"

struct preprocessed {
    char *text;            /* for libconfig; freed by preprocess_free */
    struct line_map lines; /* which of its lines came from which file, for faults; in the arena */
};

/* Makes `raw`, the text of the file `name`, safe. Faults are ST_CONFIG, "file:line: key: reason". */
enum status preprocess_make(struct preprocessed *s, struct arena *a, const char *name, const char *raw);
void preprocess_free(struct preprocessed *s);
