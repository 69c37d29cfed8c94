/* The canvas that pictures of a result file are drawn on, and their common parts: titles, the names of runs, notes of
 * omissions. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "command/compare/result/result.h"

/* A plane of a field of three axes. */
struct cut {
    char axis; /* x, y or z */
    double at; /* in the unit of lengths */
};

/* The contents left out of the pictures of a file. */
struct omitted {
    int64_t count;
    char first[256]; /* the sentence of the first */
};

struct canvas {
    const char *stem; /* pictures are <stem>_<what>.png */
    bool svg;
    const struct cut *cut;   /* NULL: the plane that matters */
    const double *time;      /* NULL: all times that a run holds, or the last */
    FILE *page;              /* NULL, or where a gallery takes the pictures */
    struct omitted *omitted; /* counts what is left out; NULL: each is named */
    int exit_code;           /* of the failures reported so far */
};

struct picture;

/* Begins the picture <stem>_<what>; picture_end ends it. Width and height in pixels at ordinary resolution. */
enum status canvas_begin(const struct canvas *c, struct picture *p, const char *what, int width, int height);

/* Reports on stderr that a picture is left out, with the reason: "it has one point"; or counts it. */
void canvas_omit(const struct canvas *c, const char *what, const char *why);
/* Reports on stderr that a picture shows only a part: "16 of 40 panels". */
void canvas_shorten(const struct canvas *c, const char *what, const char *part);
/* Reports the counted omissions in one line, if there are any: the reason of the only one, or their number. */
void canvas_report_omitted(const struct canvas *c);

/* The name of a run in titles and legends: its label, or its method and space; with its precision where the file has
 * several. */
struct caption {
    char text[192];
};
struct caption run_caption(const struct result *r, const struct stored_run *run);

/* A title over a picture of that size, in a font size that fits, and below it a smaller line. */
void title_print(FILE *script, const struct result *r, const char *below, int width, int height);

/* As above, with any text. */
void title_print_text(FILE *script, const char *title, const char *below, int width, int height);

/* As above, for a picture of the costs of runs: a file's title describes the computation, or the table of a paper,
 * which the picture does not show. `what` is the title, and the file's title is below it. */
void title_print_cost(FILE *script, const struct result *r, const char *what, const char *below, int width, int height);

/* A picture that cannot be drawn is reported on stderr and does not stop the others. */
void canvas_report(struct canvas *c, enum status s);
