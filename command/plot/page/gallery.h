/* One page of HTML with all contents of result files: pictures, answers, times, configurations. It needs no network. */
#pragma once
#include "base/file/atomic_file.h"
#include "command/plot/draw/canvas.h"

struct gallery {
    FILE *page;
    struct atomic_file file;
    int64_t sections; /* so far */
};

/* A file there may be replaced if it is such a page. gallery_end or gallery_abandon ends it. */
enum status gallery_begin(struct gallery *g, const char *path);

/* Opens the section of a file with a description of it, before its pictures, which are then drawn on a canvas with that
 * page; and closes the section after them. */
enum status gallery_open_section(struct gallery *g, const struct result *r);
enum status gallery_close_section(struct gallery *g, const struct result *r);

/* Prints the name of the page. */
enum status gallery_end(struct gallery *g);
void gallery_abandon(struct gallery *g);

/* Tables of a section: the answers of the reference run, the costs of each run. */
enum status gallery_answers(FILE *page, const struct result *r);
void gallery_times(FILE *page, const struct result *r);
