/* The lines of a cell as data of gnuplot. */
#pragma once
#include <stdio.h>

#include "command/plot/cells/shape.h"

/* One cell of a shape: its sections, from `first` on, before `end`. */
struct shape_cell {
    int64_t first, end, cell;
    int across, up;         /* axes that it is projected to: 0 is x */
    double low[2], high[2]; /* um, its extent along these */
    double longest;         /* path */
    double lines;           /* of the unrolled picture */
    bool flat;              /* straight: a projection does not show more than the path */
};

enum { SHAPE_CELLS_MAX = 4 };

/* The cells of a shape, at most so many; their number. */
int shape_cells(struct shape_cell out[SHAPE_CELLS_MAX], const struct cell_shape *s, int64_t *there);

/* Lines are drawn in classes of width, the thinnest first. */
enum { WIDTHS = 7 };
extern const double line_widths[WIDTHS];

/* A value for each point, which sets its colour. */
struct line_colour {
    double (*value)(const void *with, const struct cell_shape *s, int64_t point);
    const void *with;
};

/* Blocks $<block>0 ... of lines "x y value" by width, where 1 um is `pixels` wide; projected, or unrolled, when lines
 * between sections are the block $<block>_joints. */
void lines_project(FILE *f, const char *block, const struct cell_shape *s, const struct shape_cell *c, double pixels,
                   const struct line_colour *colour);
void lines_unroll(FILE *f, const char *block, const struct cell_shape *s, const struct shape_cell *c,
                  const struct line_colour *colour);
