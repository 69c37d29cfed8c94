/* The text of a configuration, made safe for libconfig 1.5: included files stand in their place, comments are
 * gone, every integer is written with 64 bits; and what libconfig would take silently is refused: numbers out
 * of range, files that include themselves, endless nesting. */
#pragma once
#include "base/arena.h"

struct preprocessed {
    char *text;       /* for libconfig; freed by preprocess_free */
    struct run *runs; /* which lines of it came from where */
};

/* Makes `raw`, the text of the file `name`, safe. Faults are ST_CONFIG, "file:line: key: reason". */
enum status preprocess_make(struct preprocessed *s, struct arena *a, const char *name, const char *raw);
void preprocess_free(struct preprocessed *s);

/* Where line `line` of the text came from. The file's name lives in the arena. */
const char *preprocess_file(const struct preprocessed *s, int line, int *line_there);

/* What stands there, as it was written: the rest of `raw` or of an included file from that line on. */
const char *preprocess_line(const struct preprocessed *s, int line);
