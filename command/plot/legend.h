/* Styles of lines that can be distinguished, and the key of a picture. */
#pragma once
#include <stdio.h>

enum { LEGEND_LINE = 20 }; /* pixels of height that each line of a key takes */

/* The style of line i of `count`, as words behind a plot command. Earlier ones are wider, so that later ones do not
 * hide them. */
void line_style(FILE *script, int i, int count);

/* Line i of `count` of the key at the foot of a picture of this size in pixels, below `foot`. By hand: gnuplot's own
 * breaks into columns that leave the canvas. `unset arrow` and `unset label` once all are there. */
void legend_line(FILE *script, int i, int count, const char *name, int width, int height, int foot);
