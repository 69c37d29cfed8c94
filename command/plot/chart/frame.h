/* The frame around the panels of a chart: their places on the canvas, the title, and the key at the foot. */
#pragma once
#include "command/plot/chart/facets.h"
#include "command/plot/chart/scale.h"
#include "command/plot/draw/canvas.h"
#include "command/plot/draw/ends.h"

enum { FRAME_HEAD = 66 };

struct frame {
    const struct facets *facets;
    const struct chart_spec *spec;
    const struct chart_plan *plan;
    int columns, rows, panel_width, panel_height, width, height, foot;
    bool key;       /* runs are named at the foot; otherwise by the chart itself, as there are too many */
    bool published; /* there are hollow marks to be explained */
    char part[128]; /* the part that the picture shows, "16 of 40 panels", or "" */
};

/* Panels of that size in pixels. `key`: runs are named at the foot if this takes at most KEY_LINES_MAX lines. */
struct frame frame_of(const struct facets *f, const struct chart_spec *spec, const struct chart_plan *plan,
                      int panel_width, int panel_height, bool key);

/* Prints below the title and on stderr that the picture shows so many of all: "16 of 40 panels"; nothing if it shows
 * all. Before the title is printed. */
void frame_shorten(struct frame *f, const struct canvas *c, const char *what, int64_t shown, int64_t all,
                   const char *noun);

/* Title, key and multiplot. `bars`: the key shows bars, not lines. Then, for each panel, its place and name. */
void frame_begin(FILE *script, const struct frame *f, bool bars);
void frame_panel(FILE *script, const struct frame *f, int panel);

/* Only the title, over a picture of that size. */
void frame_title(FILE *script, const struct frame *f);
