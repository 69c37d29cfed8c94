/* Pictures by gnuplot: a script is written, then run. A picture appears complete or not at all. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "base/file/atomic_file.h"

struct picture {
    FILE *script; /* print commands and inline data here */
    struct atomic_file file;
    FILE *page;     /* or NULL: the picture goes there, as an element of HTML, instead of into a file */
    char what[160]; /* on a page: its description */
    FILE *log; /* receives the name of the picture once it is there: stdout, unless it is set after picture_begin */
};

/* Is there a gnuplot that runs? */
enum status picture_ready(void);

/* Makes a folder for pictures, with its parents; one that is there is fine. */
enum status picture_folder(const char *path);

/* `width` and `height` in pixels at ordinary resolution. */
enum status picture_begin(struct picture *p, const char *path, bool svg, int width, int height);

/* As picture_begin, for a drawing as an element <figure> of a page of HTML. */
enum status picture_begin_on_page(struct picture *p, FILE *page, const char *what, int width, int height);

/* Runs the script, prints the name of the picture, frees. */
enum status picture_end(struct picture *p);

/* Instead of picture_end: frees, draws nothing. */
void picture_abandon(struct picture *p);

/* A text, quoted for gnuplot. */
void picture_quote(FILE *script, const char *text);
