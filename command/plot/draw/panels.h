/* Lines over one axis, those of one unit in one panel. */
#pragma once
#include "command/plot/draw/canvas.h"
#include "command/plot/draw/samples.h"

enum { PANELS_MAX = 24, PANEL_LINES_MAX = 48, PANEL_COLUMNS_MAX = 16 };

struct panel_line {
    const struct column *x, *y; /* x: NULL is the number of the sample */
    int run, column;            /* of the picture; of the panel */
};

struct panel {
    const char *units;
    const char *of; /* of many subjects: "max" or "mean"; else "" */
    int count, columns;
    struct panel_line line[PANEL_LINES_MAX];
    struct range range;
};

struct panels {
    const char *across, *units; /* the horizontal quantity */
    bool steps;                 /* each value holds up to the next, as those of hours */
    bool optimum;               /* the least cost or error is marked */
    const struct samples *samples;
    int count;
    struct panel panel[PANELS_MAX];
};

/* Puts the selected columns of all runs that are drawn into panels; `x` is the name of the horizontal column, or NULL.
 * Columns of fewer than two finite points are left out and named by canvas_omit. */
void panels_fill(struct panels *p, const struct canvas *c, const struct wanted *w, const char *x);

/* Draws the picture <stem>_<what>; nothing without panels. */
enum status panels_draw(const struct panels *p, const struct canvas *c, const struct result *r, const char *what);

/* The y axis of a panel: "temperature [K]", "probe [K]". */
void panel_label(char *out, size_t size, const struct panel *p, const char *units);

/* Names runs on the right of a panel of so many pixels, whose range has no margin, where their first columns end. */
void panel_ends_print(FILE *script, const struct panels *all, const struct panel *p, const struct result *r,
                      int pixels);
