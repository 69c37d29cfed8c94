/* Styles of lines, the same in every picture, and a key at its foot. */
#pragma once
#include <stdio.h>

enum { LEGEND_LINE = 20 }; /* pixels of height that each line of a key takes */

struct stroke {
    int colour, dash; /* 0, 1, ...: any number */
    double width;
};

/* The stroke of line i of `count`: eight colours, then dashed. Earlier lines are wider, so that later ones do not hide
 * them. */
struct stroke stroke_of(int i, int count);

/* "#0072b2", of eight that the colour-blind distinguish too. */
const char *colour_of(int i);

/* " linewidth ... linecolor ... dashtype ..." */
void stroke_print(FILE *script, struct stroke s);
void line_style(FILE *script, int i, int count);

/* Line i of the key at the foot of a picture of this size in pixels, below `foot`. By hand: gnuplot's own breaks into
 * columns that leave the canvas. `unset arrow` and `unset label` once all are there. */
void legend_entry(FILE *script, int i, struct stroke s, const char *name, int width, int height, int foot);
/* Line i of a key of bars, and of one of hollow marks only. `unset object` once all are there. */
void legend_box(FILE *script, int i, int colour, const char *name, int width, int height, int foot);
void legend_mark(FILE *script, int i, int colour, const char *name, int width, int height, int foot);
void legend_line(FILE *script, int i, int count, const char *name, int width, int height, int foot);
