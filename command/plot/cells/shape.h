/* The shapes of cells that a result holds, in projection and unrolled. */
#pragma once
#include "command/plot/cells/groups.h"
#include "command/plot/draw/canvas.h"

/* The place of a section in the unrolled picture: `order` from 0; the rest is only for the layout. */
struct unrolled {
    double order, lines, next, low, high;
};

/* Points of lines, of which those with one node are the line of its compartment; and sections, each after its parent.
 * base: apps/hines/geometry.h. */
struct cell_shape {
    int64_t points, sections;
    double *at[3], *diameter, *path; /* [points] um */
    int64_t *node, *section;         /* [points] */
    int64_t *parent, *region, *cell; /* [sections] */
    double *joint;                   /* [sections] the fraction of the parent's length at which it hangs */
    struct unrolled *unrolled;       /* [sections] */
};

/* Reads the shapes of a run and unrolls them. points 0: it holds none. ST_IO: they contradict each other. shape_free is
 * called after a failure too. */
enum status shape_read(struct cell_shape *out, const struct result *r, const struct stored_run *run);
void shape_free(struct cell_shape *s);

/* Lays out sections from `first` on, before `end`, which are one cell: those without children have the orders 0, 1, 2,
 * ..., as a walk along the tree comes to them; each other one lies midway between the lowest and the highest that hang
 * on it. out: [sections] of all cells. Returns the number of those without children. */
int64_t shape_unroll(const struct cell_shape *s, int64_t first, int64_t end, struct unrolled *out);

/* Does the run have shapes whose lines have the nodes of a field of so many values? */
bool shape_fits(const struct result *r, const struct stored_run *run, int64_t values);

/* Draws the cells coloured by a field, as <stem>_<what>: in projection and unrolled, or a panel for each time. */
enum status shape_draw_field(const struct canvas *c, const struct result *r, const struct stored_run *run,
                             const char *field, const char *what);

/* Does the run have such a shape that is more than one straight line? */
bool has_branches(const struct result *r, const struct stored_run *run);
/* The cells of a simulation of neurons, coloured by region; nothing if the run holds no shapes of them. */
enum status draw_regions(const struct canvas *c, const struct result *r, const struct stored_run *run, bool named);
