/* Paragraphs of Markdown in lines of the length of source code. */
#pragma once
#include <stdio.h>

#include "base/status.h"

struct filled {
    FILE *text; /* takes the paragraph */
    char *all;
    size_t size;
};

/* On ST_NOMEM there is nothing to end. */
enum status filled_begin(struct filled *f);

/* Writes the paragraph in lines of at most 118 characters, the first of which begins with `first` and all others with
 * `next`. Lines are broken at spaces; a longer word has a line of its own. ST_NOMEM; the paragraph is freed anyway. */
enum status filled_end(struct filled *f, FILE *out, const char *first, const char *next);
