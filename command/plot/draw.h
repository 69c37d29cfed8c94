/* The pictures of a result file. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/timing/sample.h"
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

/* Says on stderr that a picture is left out, and why: "it has one point"; or counts it. */
void canvas_omit(const struct canvas *c, const char *what, const char *why);
/* Says on stderr that a picture shows part of what there is: "16 of 40 panels". */
void canvas_shorten(const struct canvas *c, const char *what, const char *part);
/* Says in one line what was counted, if anything was: the sentence of the only one, or how many. */
void canvas_report_omitted(const struct canvas *c);

/* The name of a run in titles and legends: its label, or its method and where it ran; with its precision where the file
 * has several. */
struct caption {
    char text[192];
};
struct caption run_caption(const struct result *r, const struct stored_run *run);

/* A title over a picture of that size, in letters with which it fits, and below it what is smaller. */
void title_print(FILE *script, const struct result *r, const char *below, int width, int height);

/* The same of any text. */
void title_print_text(FILE *script, const char *title, const char *below, int width, int height);

/* The same of a picture of what runs cost: a file's title says what was computed, or which table of a paper it is of,
 * and would name something that the picture does not show. `what` is the title, and the file's stands below it. */
void title_print_cost(FILE *script, const struct result *r, const char *what, const char *below, int width, int height);

/* A picture that cannot be drawn is reported on stderr and does not stop the others. */
void canvas_report(struct canvas *c, enum status s);

/* chosen[i], of every run: is it meant by `call`, its name, label, method, or the beginning of the one name that begins
 * so; by "all" each is, by NULL the first that is ok. ST_CONFIG, which lists the runs, if none is meant. */
enum status choose_runs(const struct result *r, const char *call, bool *chosen);

/* The size of the work: "64 × 64 × 64, 10 steps, 2 threads". Numbers that are not stored, or differ between runs, are
 * left out. */
void subtitle_print(char *out, size_t size, const struct result *r);

/* Time of a step by phase, and bandwidth against the measured limit, of every run. */
enum status draw_runs(const struct canvas *c, const struct result *r);

/* Every column of samples against time, all runs together, those of one unit in one panel. */
enum status draw_series(const struct canvas *c, const struct result *r);

/* The same of the wanted columns alone, as <stem>_<what>. */
struct wanted;
enum status draw_over_time(const struct canvas *c, const struct result *r, const struct wanted *w, const char *what);

/* Draws the answers of runs at the points of one axis, as lines, or of two, as maps: <stem>_answers. Then the wanted
 * columns alone. */
enum status draw_answers(const struct canvas *c, const struct result *r);
enum status draw_along_axes(const struct canvas *c, const struct result *r, const struct wanted *w, const char *what);

/* Has the run a column of that name along axes, which the pictures above show? */
bool is_drawn_along(const struct result *r, const struct stored_run *run, const char *field);

/* Draws each column that is named, separated by commas, by its kind: samples over time, values along axes, a field, or
 * one number of each run, as bars. ST_CONFIG if nothing has that name. */
enum status draw_columns(struct canvas *c, const struct result *r, const char *names, const bool *chosen);

/* Draws, for runs along one or two axes, at each point and for each precision, the speed-up over the first run, and
 * GB/s. */
enum status draw_sweeps(const struct canvas *c, const struct result *r);

/* Every field of one or two axes and a plane of every field of three, of one run. `named`: its name
 * is a part of the pictures' names. A field that fails is reported. */
enum status draw_fields(struct canvas *c, const struct result *r, const struct stored_run *run, bool named);

/* The same of one field. */
enum status draw_field_of(const struct canvas *c, const struct result *r, const struct stored_run *run,
                          const char *name, bool named);

/* The cells of a simulation of neurons, coloured by region; nothing if the run holds no shapes of them. */
/* Has the run such a shape that is more than one straight line? */
bool has_branches(const struct result *r, const struct stored_run *run);
enum status draw_regions(const struct canvas *c, const struct result *r, const struct stored_run *run, bool named);

/* Draws the pictures of a benchmark into that folder: share.png, the share of the memory limit of every entry;
 * <kind>_<parameter>.png, time along what was varied; phases_<entry>.png, which thread was in which phase of one call,
 * where a parameter is at its best, and phases_<kind>_<size>_<precision>.png, those of all methods of a problem on one
 * scale of time. */
enum status draw_bench(const struct bench *b, const char *folder);

/* The path of the places of a field of one axis: its own x_<field>, or the field x of its group; or, *dots, the field
 * that its attribute `over` names. False: there are none. */
bool curve_places(const struct result *r, const char *group, const char *name, char *path, size_t size, bool *dots);

/* Is it the potential of the nodes of cells whose shapes the run holds? Then their picture is drawn. */
bool is_of_cells(const struct result *r, const struct stored_run *run, const char *name);

/* A field of one axis against its places; nothing if there are none of its length. */
enum status draw_curve(const struct canvas *c, const struct result *r, const struct stored_run *run, const char *group,
                       const char *name, bool named);
